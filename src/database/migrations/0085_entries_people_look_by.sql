-- Entries are found by what people look by, however many there are: by the day and by the account. The entry's number at the end puts equal
-- values in the order of lists.
-- What the index of days had beside them is read from `day_total` today; without it the index has half the size.
DROP INDEX booked_entry_date;
CREATE INDEX booked_entry_date ON booked_entry (agreement, date, entry_number);
-- Beside `booked_entry_account`, which has an account's entries by day.
CREATE INDEX booked_entry_account_entry ON booked_entry (agreement, account_number, entry_number);

DROP INDEX draft_entry_date, draft_entry_account, draft_entry_contra_account;
CREATE INDEX draft_entry_date ON draft_entry (agreement, date, entry_number);
CREATE INDEX draft_entry_account ON draft_entry (agreement, account_number, entry_number) WHERE account_number IS NOT NULL;
CREATE INDEX draft_entry_contra_account ON draft_entry (agreement, contra_account_number, entry_number)
  WHERE contra_account_number IS NOT NULL;
