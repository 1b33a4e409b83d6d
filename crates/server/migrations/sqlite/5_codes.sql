-- Recovery codes: who knows one may become this guest in another browser. Only the code's SHA-256 is kept.
CREATE TABLE codes (
    guest TEXT PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    made INTEGER NOT NULL
) WITHOUT ROWID;
