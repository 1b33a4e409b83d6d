-- Whom the entries of a table's log name, and who opened it, so that whoever deletes themselves is found without reading
-- every log.
CREATE TABLE named (
    guest TEXT NOT NULL,
    table_key INTEGER NOT NULL,
    PRIMARY KEY (guest, table_key)
) WITHOUT ROWID;
CREATE INDEX named_at ON named (table_key);
INSERT INTO named (guest, table_key) SELECT host, key FROM tables;
INSERT OR IGNORE INTO named (guest, table_key)
    SELECT DISTINCT part.value, log.table_key FROM log, json_tree(log.entry) AS part
    WHERE log.entry LIKE '{%' AND json_valid(log.entry) AND part.key IN ('guest', 'by') AND part.type = 'text';

-- Guests who have asked to be forgotten and are not yet: the house goes on with it when it opens again.
CREATE TABLE leaving (
    guest TEXT PRIMARY KEY
) WITHOUT ROWID;
