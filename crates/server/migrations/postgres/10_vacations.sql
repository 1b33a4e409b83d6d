-- Who is away from when until when, in their order; what is ended early ends then. `told`: whether their tables know.
CREATE TABLE vacations (
    guest TEXT NOT NULL,
    n BIGINT NOT NULL,
    began BIGINT NOT NULL,
    until BIGINT NOT NULL,
    told BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (guest, n)
);
CREATE INDEX vacations_untold ON vacations (guest) WHERE told = 0;
