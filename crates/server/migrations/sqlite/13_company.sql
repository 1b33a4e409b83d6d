-- Who keeps the house (with an account, at /keeper), and until when somebody is to be silent everywhere.
ALTER TABLE people ADD COLUMN keeper INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN silenced INTEGER NOT NULL DEFAULT 0;

-- What keepers have done, for ever; but whoever deletes themselves is not named in it any more.
CREATE TABLE deeds (
    n INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    by_whom TEXT NOT NULL,
    what TEXT NOT NULL,
    guest TEXT,
    whom TEXT NOT NULL,
    detail TEXT NOT NULL
);

-- Lines of talk that somebody has reported: the log has what was said.
CREATE TABLE reports (
    table_key INTEGER NOT NULL,
    n INTEGER NOT NULL,
    by_guest TEXT NOT NULL,
    guest TEXT NOT NULL,
    at INTEGER NOT NULL,
    done INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_key, n, by_guest)
) WITHOUT ROWID;
CREATE INDEX reports_open ON reports (at) WHERE done = 0;
CREATE INDEX reports_by ON reports (by_guest);
CREATE INDEX reports_of ON reports (guest);

-- Whom somebody follows, and whom they have blocked.
CREATE TABLE ties (
    guest TEXT NOT NULL,
    kind TEXT NOT NULL,
    other TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (guest, kind, other)
) WITHOUT ROWID;
CREATE INDEX ties_to ON ties (other);

-- Who is asked to a table, and by whom: once a table, whoever asks.
CREATE TABLE invitations (
    guest TEXT NOT NULL,
    table_key INTEGER NOT NULL,
    by_guest TEXT NOT NULL,
    at INTEGER NOT NULL,
    gone INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (guest, table_key)
) WITHOUT ROWID;
CREATE INDEX invitations_at ON invitations (table_key);
CREATE INDEX invitations_by ON invitations (by_guest);
