-- Entries are found by their amount, however many there are: what a bank statement is compared with.
CREATE INDEX booked_entry_amount ON booked_entry (agreement, amount, entry_number);
