-- Changes booked_entry. It keeps the day of the document; of those that exist it is the date.
ALTER TABLE booked_entry ADD COLUMN document_date date;
