-- Entries are found by their whole text. Any text fits by its hash; of two texts with the same hash the statement takes the right one.
CREATE INDEX booked_entry_text ON booked_entry (agreement, hashtext(fold(text)), entry_number) WHERE text IS NOT NULL;
