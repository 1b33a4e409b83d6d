-- What people mean to answer at tables of hours or days: their lines from entry `base` of the log on, as JSON. Theirs alone.
CREATE TABLE plans (
    table_key BIGINT NOT NULL,
    guest TEXT NOT NULL,
    seat BIGINT NOT NULL,
    base BIGINT NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (table_key, guest)
);
