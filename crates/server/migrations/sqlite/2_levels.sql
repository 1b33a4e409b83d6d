-- Levels that guests have won, in games that have levels.
CREATE TABLE levels (
    guest TEXT NOT NULL,
    game TEXT NOT NULL,
    level INTEGER NOT NULL,
    PRIMARY KEY (guest, game, level)
) WITHOUT ROWID;
