-- How finished games ended, seat by seat, for the records of those who sat there. The log says the same; this spares
-- folding it. A seat without a guest and without a bot is that of somebody who has deleted themselves.
CREATE TABLE endings (
    table_key INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    guest TEXT,
    bot TEXT,
    result TEXT NOT NULL,
    score INTEGER,
    PRIMARY KEY (table_key, seat)
) WITHOUT ROWID;
CREATE INDEX endings_of_guest ON endings (guest, table_key) WHERE guest IS NOT NULL;

-- When a table's game ended and how many actions it took. NULL while it goes on, and in tables that ended before there
-- were endings: those are folded once, when somebody who sat there looks at their games.
ALTER TABLE tables ADD COLUMN ended INTEGER;
ALTER TABLE tables ADD COLUMN moves INTEGER;
