-- Which keeper did it: whoever deletes themselves is not named in the log of deeds any more, whatever they were called then.
ALTER TABLE deeds ADD COLUMN by_guest TEXT;
UPDATE deeds SET by_guest = (SELECT guest FROM people WHERE people.name = deeds.by_whom AND account > 0);
