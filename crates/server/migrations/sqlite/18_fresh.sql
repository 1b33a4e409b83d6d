-- Entries as they come, one after the other: a commit of many tables' moves is a page or two, where the log's index has a page
-- for each table. They go on into the log together (`settle`), sorted, many to a page.
CREATE TABLE fresh (
    row INTEGER PRIMARY KEY,
    table_key INTEGER NOT NULL,
    n INTEGER NOT NULL,
    entry TEXT NOT NULL,
    wall INTEGER NOT NULL
);

-- All entries, wherever they are.
CREATE VIEW entries AS
SELECT table_key, n, entry, wall FROM log
UNION ALL
SELECT table_key, n, entry, wall FROM fresh;
