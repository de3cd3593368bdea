-- Changes draft_entry. A draft may tell the number that an item had elsewhere.
ALTER TABLE draft_entry ADD COLUMN external_number text;
