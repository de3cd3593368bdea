-- Changes draft_entry. A draft may tell the day of its document; of those that exist it is the date.
ALTER TABLE draft_entry ADD COLUMN document_date date;
