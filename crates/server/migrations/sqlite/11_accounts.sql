-- A name as it looks (looks.rs), so that nobody takes one that looks like that of somebody with an account; and since when they
-- have one (0: they are a guest). Rows from before have no looks yet: the house makes them when it opens.
ALTER TABLE people ADD COLUMN looks TEXT NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN account INTEGER NOT NULL DEFAULT 0;
-- Cookies that name no device and were issued before then (seconds since 1970) open nothing any more.
ALTER TABLE people ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
CREATE INDEX people_looks ON people (looks);
CREATE UNIQUE INDEX people_accounts ON people (looks) WHERE account > 0;

-- Passkeys: one a device. `device` is what the browser's cookie and the page name it by; `host` is the address it was made at.
CREATE TABLE passkeys (
    id BLOB PRIMARY KEY,
    guest TEXT NOT NULL,
    device TEXT NOT NULL UNIQUE,
    host TEXT NOT NULL,
    name TEXT NOT NULL,
    fixed BLOB NOT NULL,
    changing BLOB NOT NULL,
    made INTEGER NOT NULL,
    used INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX passkeys_of ON passkeys (guest);

-- What a passkey is asked to sign: once, by whom it was asked of, before it runs out. `guest`: who adds a passkey; NULL: somebody
-- signs in.
CREATE TABLE challenges (
    challenge BLOB PRIMARY KEY,
    guest TEXT,
    state BLOB NOT NULL,
    until INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX challenges_until ON challenges (until);

-- What has changed about somebody, for houses that run: they look every second. A device: it is signed out.
CREATE TABLE changes (
    n INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    guest TEXT NOT NULL,
    device TEXT
);
CREATE INDEX changes_at ON changes (at);
