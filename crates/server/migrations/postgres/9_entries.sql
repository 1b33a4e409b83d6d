-- What is read of logs: in a file, entries are in two places.
CREATE VIEW entries AS SELECT table_key, n, entry, wall FROM log;
