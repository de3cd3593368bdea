-- Changes time_entry. The price of an hour, beside what the hours come to; entries that exist do not say it.
ALTER TABLE time_entry ADD COLUMN sales_rate numeric;
