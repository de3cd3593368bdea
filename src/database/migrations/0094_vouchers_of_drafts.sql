-- Draft entries are found by their voucher's number in all journals, in the order of lists, as booked entries are. A journal's own are few among
-- those that share a number.
DROP INDEX draft_entry_voucher;
CREATE INDEX draft_entry_voucher ON draft_entry (agreement, voucher_number, entry_number);
