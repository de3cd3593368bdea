-- A journal looks for its next free voucher numbers among those of all journals. The index tells whose they are, so no other journal's entry is read.
DROP INDEX draft_entry_voucher;
CREATE INDEX draft_entry_voucher ON draft_entry (agreement, voucher_number, entry_number, journal_number);
