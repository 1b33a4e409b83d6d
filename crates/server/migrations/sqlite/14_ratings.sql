-- Everybody's rating after each rated game they played, in the order (ended, table_key): made of the logs, and can be made anew.
CREATE TABLE rated (
    ladder TEXT NOT NULL,
    ended INTEGER NOT NULL,
    table_key INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    guest TEXT NOT NULL,
    side INTEGER NOT NULL,
    place INTEGER NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    -- How many rated games they had played on this ladder by then.
    games INTEGER NOT NULL,
    -- Whether it is the newest of theirs on this ladder.
    newest INTEGER NOT NULL,
    PRIMARY KEY (table_key, seat)
);
CREATE INDEX rated_in_order ON rated (ladder, ended, table_key);
CREATE INDEX rated_of_guest ON rated (guest, ladder, ended, table_key);
CREATE INDEX rated_newest ON rated (ladder, rating) WHERE newest = 1;

-- Levels that people have won together: how many they were, and how long it took by the table's clock.
CREATE TABLE feats (
    table_key INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    level INTEGER NOT NULL,
    seats INTEGER NOT NULL,
    ms INTEGER NOT NULL
);
CREATE INDEX feats_of_level ON feats (game, level, seats, ms);
