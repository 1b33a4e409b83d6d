-- A table that plays on from a moment of another game: the entries that it begins with, one a line. None: a game of its own.
ALTER TABLE tables ADD COLUMN given TEXT;
