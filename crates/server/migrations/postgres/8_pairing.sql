-- Who looks for somebody to play with: what they would play, since when, until when they may be called unless they are heard of
-- again, and where they are called to.
CREATE TABLE seeks (
    guest TEXT PRIMARY KEY,
    wishes TEXT NOT NULL,
    since BIGINT NOT NULL,
    here_until BIGINT NOT NULL,
    table_id TEXT
);

-- How long people waited for each game, with how many and rated or not, and whether they found people for it.
CREATE TABLE waits (
    game TEXT NOT NULL,
    seats BIGINT NOT NULL,
    rated BIGINT NOT NULL,
    at BIGINT NOT NULL,
    ms BIGINT NOT NULL,
    found BIGINT NOT NULL
);
CREATE INDEX waits_of_game ON waits (game, seats, rated, at);
