-- What the house must keep of its own, such as the key that signs cookies.
CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;

-- Guests who have chosen a name.
CREATE TABLE people (
    guest TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    changed INTEGER NOT NULL
) WITHOUT ROWID;

-- A table as it was opened. `finished` repeats what the log says, so that lists need not fold every log.
CREATE TABLE tables (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    seats INTEGER NOT NULL,
    options TEXT NOT NULL,
    seed TEXT NOT NULL,
    host TEXT NOT NULL,
    private INTEGER NOT NULL,
    name TEXT NOT NULL,
    opened INTEGER NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX tables_unfinished ON tables (private, key) WHERE finished = 0;

-- Everything that happened. Rows are only ever added at the end; the index is the lock: nobody can write the same
-- number twice.
CREATE TABLE log (
    row INTEGER PRIMARY KEY,
    table_key INTEGER NOT NULL,
    n INTEGER NOT NULL,
    entry TEXT NOT NULL,
    wall INTEGER NOT NULL
);
CREATE UNIQUE INDEX log_lock ON log (table_key, n);

-- Who has sat where, so that a guest's tables are found; the log says whether they still do.
CREATE TABLE sitters (
    guest TEXT NOT NULL,
    table_key INTEGER NOT NULL,
    PRIMARY KEY (guest, table_key)
) WITHOUT ROWID;
