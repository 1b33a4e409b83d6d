-- Tournaments. What was announced is in `plan`, what has happened since in the log; the rest is what lists show of it.
-- `n` is the number of the newest entry: whoever writes the next says which one they knew.
CREATE TABLE tournaments (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    holder TEXT NOT NULL,
    private INTEGER NOT NULL,
    plan TEXT NOT NULL,
    made INTEGER NOT NULL,
    starts INTEGER,
    -- 0: people register, 1: it is played, 2: it is over.
    state INTEGER NOT NULL DEFAULT 0,
    n INTEGER NOT NULL DEFAULT 0,
    people INTEGER NOT NULL DEFAULT 0,
    changed INTEGER NOT NULL,
    rewrites INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX tournaments_state ON tournaments (state, changed);
CREATE INDEX tournaments_held ON tournaments (holder);

CREATE TABLE tournament_log (
    tournament INTEGER NOT NULL,
    n INTEGER NOT NULL,
    entry TEXT NOT NULL,
    wall INTEGER NOT NULL,
    PRIMARY KEY (tournament, n)
);

-- Who has ever registered.
CREATE TABLE tournament_people (
    tournament INTEGER NOT NULL,
    guest TEXT NOT NULL,
    PRIMARY KEY (tournament, guest)
);
CREATE INDEX tournament_people_of ON tournament_people (guest);
