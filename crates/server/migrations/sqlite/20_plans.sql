-- What people mean to answer at tables of hours or days: their lines from entry `base` of the log on, as JSON. Theirs alone.
CREATE TABLE plans (
    table_key INTEGER NOT NULL,
    guest TEXT NOT NULL,
    seat INTEGER NOT NULL,
    base INTEGER NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (table_key, guest)
) WITHOUT ROWID;
