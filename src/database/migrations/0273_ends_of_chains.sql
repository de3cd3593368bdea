-- Changes subscriber. Where a chain ends by the last change of an expiry day of any of it, how far it came, and which end a cut took.
ALTER TABLE subscriber ADD COLUMN chain_end date, ADD COLUMN chain_reached date, ADD COLUMN uncut_end date;
