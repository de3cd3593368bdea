-- Changes booked_entry. It keeps the number that the item had elsewhere; no payment looks for it.
ALTER TABLE booked_entry ADD COLUMN external_number text;
