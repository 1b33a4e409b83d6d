-- How a table stands after entry `n`, for lists: they fold nothing. Older than the log if the house crashed.
CREATE TABLE standings (
    table_key INTEGER PRIMARY KEY,
    n INTEGER NOT NULL,
    stands TEXT NOT NULL
);

-- A long table as it stood after entry `n`, so that it need not be folded from its start. The log says the same: what
-- cannot be read, or does not fit its SHA-256, is as good as nothing.
CREATE TABLE snapshots (
    table_key INTEGER PRIMARY KEY,
    n INTEGER NOT NULL,
    text TEXT NOT NULL,
    hash BLOB NOT NULL
);

-- How often entries have been rewritten, because somebody wanted to be forgotten: what was made of them before is void.
ALTER TABLE tables ADD COLUMN rewrites INTEGER NOT NULL DEFAULT 0;
