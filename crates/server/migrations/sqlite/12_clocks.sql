-- At a table with clocks: nobody's time is up before then, in milliseconds since 1970. The log says when it is; this says when to
-- look.
ALTER TABLE tables ADD COLUMN up INTEGER;
CREATE INDEX tables_up ON tables (up) WHERE finished = 0 AND up IS NOT NULL;
