-- At a table of hours or days: when something last happened there that people may want to be told, until it has been looked at.
ALTER TABLE tables ADD COLUMN stirred INTEGER;
CREATE INDEX tables_stirred ON tables (stirred) WHERE stirred IS NOT NULL;

-- What people are to be told: one row for whom, of which kind and about what. `number` tells one turn from the next; whoever sends
-- holds it until `claimed`; once `sent`, it stands until it is void.
CREATE TABLE notices (
    guest TEXT NOT NULL,
    kind TEXT NOT NULL,
    topic TEXT NOT NULL,
    number INTEGER NOT NULL,
    text TEXT NOT NULL,
    due INTEGER NOT NULL,
    claimed INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    pushed INTEGER,
    mailed INTEGER,
    sent INTEGER,
    PRIMARY KEY (guest, kind, topic)
) WITHOUT ROWID;
CREATE INDEX notices_due ON notices (due) WHERE sent IS NULL;
CREATE INDEX notices_topic ON notices (topic);

-- When somebody was told something, of the last day: nobody is told too much.
CREATE TABLE told (
    n INTEGER PRIMARY KEY,
    guest TEXT NOT NULL,
    at INTEGER NOT NULL,
    mailed INTEGER NOT NULL
);
CREATE INDEX told_guest ON told (guest, at);

-- What each person wants to be told, when and how often.
CREATE TABLE wishes (
    guest TEXT NOT NULL PRIMARY KEY,
    text TEXT NOT NULL
) WITHOUT ROWID;

-- The browsers that take push messages, and the keys that only they can read with.
CREATE TABLE pushes (
    endpoint TEXT NOT NULL PRIMARY KEY,
    guest TEXT NOT NULL,
    key BLOB NOT NULL,
    auth BLOB NOT NULL,
    made INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX pushes_guest ON pushes (guest);

-- Where somebody takes mail: nothing is sent there before it is confirmed by a code. `token` is the way to end it.
CREATE TABLE mails (
    guest TEXT NOT NULL PRIMARY KEY,
    address TEXT NOT NULL,
    token TEXT NOT NULL UNIQUE,
    code TEXT NOT NULL,
    until INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    confirmed INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- Which addresses were asked to confirm, of the last day.
CREATE TABLE mails_asked (
    n INTEGER PRIMARY KEY,
    address TEXT NOT NULL,
    at INTEGER NOT NULL
);
CREATE INDEX mails_asked_address ON mails_asked (address, at);
