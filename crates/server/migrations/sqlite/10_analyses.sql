-- Finished games that somebody had judged, kept once made: by what each seat could know (0), and with all secrets open (1).
-- An analysis of another version than the house's is made anew when it is asked for.
CREATE TABLE analyses (
    table_key INTEGER NOT NULL,
    open INTEGER NOT NULL,
    version INTEGER NOT NULL,
    analysis TEXT NOT NULL,
    PRIMARY KEY (table_key, open)
);
