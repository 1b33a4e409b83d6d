-- By which passkey's device a browser that takes push messages is signed in; NULL: by none. With the device it goes, and with
-- any device all those that have none: they are signed out at the same time.
ALTER TABLE pushes ADD COLUMN device TEXT;
-- How often in a row nothing was taken there, and until when it is not tried again.
ALTER TABLE pushes ADD COLUMN failed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE pushes ADD COLUMN rests BIGINT NOT NULL DEFAULT 0;
-- Which browsers have not taken it yet, as a JSON list of their addresses; NULL: it was tried at none.
ALTER TABLE notices ADD COLUMN owed TEXT;
