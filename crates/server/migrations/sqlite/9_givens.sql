-- Whole games, an entry a line, that other tables play on from: kept once for all of them, for as long as one is there.
CREATE TABLE givens (
    key INTEGER PRIMARY KEY,
    hash BLOB UNIQUE,
    text TEXT NOT NULL
);
-- What a table's game begins with: the first so many lines.
ALTER TABLE tables ADD COLUMN given_key INTEGER;
ALTER TABLE tables ADD COLUMN given_n INTEGER;
INSERT INTO givens (key, text) SELECT key, given FROM tables WHERE given IS NOT NULL;
UPDATE tables SET given_key = key,
    given_n = CASE given WHEN '' THEN 0 ELSE length(given) - length(replace(given, char(10), '')) + 1 END
    WHERE given IS NOT NULL;
ALTER TABLE tables DROP COLUMN given;
CREATE INDEX tables_given ON tables (given_key) WHERE given_key IS NOT NULL;

-- How many unfinished tables a guest has opened.
CREATE INDEX tables_of_host ON tables (host) WHERE finished = 0;
