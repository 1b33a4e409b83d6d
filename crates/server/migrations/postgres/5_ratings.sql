-- Everybody's rating after each rated game they played, in the order (ended, table_key): made of the logs, and can be made anew.
CREATE TABLE rated (
    ladder TEXT NOT NULL,
    ended BIGINT NOT NULL,
    table_key BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    guest TEXT NOT NULL,
    side BIGINT NOT NULL,
    place BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    -- How many rated games they had played on this ladder by then.
    games BIGINT NOT NULL,
    -- Whether it is the newest of theirs on this ladder.
    newest BIGINT NOT NULL,
    PRIMARY KEY (table_key, seat)
);
CREATE INDEX rated_in_order ON rated (ladder, ended, table_key);
CREATE INDEX rated_of_guest ON rated (guest, ladder, ended, table_key);
CREATE INDEX rated_newest ON rated (ladder, rating) WHERE newest = 1;

-- Levels that people have won together: how many they were, and how long it took by the table's clock.
CREATE TABLE feats (
    table_key BIGINT PRIMARY KEY,
    game TEXT NOT NULL,
    level BIGINT NOT NULL,
    seats BIGINT NOT NULL,
    ms BIGINT NOT NULL
);
CREATE INDEX feats_of_level ON feats (game, level, seats, ms);
