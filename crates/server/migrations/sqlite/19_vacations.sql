-- Who is away from when until when, in their order; what is ended early ends then. `told`: whether their tables know.
CREATE TABLE vacations (
    guest TEXT NOT NULL,
    n INTEGER NOT NULL,
    began INTEGER NOT NULL,
    until INTEGER NOT NULL,
    told INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (guest, n)
) WITHOUT ROWID;
CREATE INDEX vacations_untold ON vacations (guest) WHERE told = 0;
