-- By which version of its game's rules a table is played to its end. Tables from before there were versions: the first.
ALTER TABLE tables ADD COLUMN rules INTEGER NOT NULL DEFAULT 1;
