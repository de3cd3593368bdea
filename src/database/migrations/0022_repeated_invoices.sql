-- A supplier's invoice number is booked once, unless who drafts it says that it is meant.
ALTER TABLE draft_entry ADD allows_repeated_invoice boolean;
