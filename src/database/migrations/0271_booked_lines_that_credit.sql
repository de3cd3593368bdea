-- Changes booked_invoice_line. Which line of its invoice a line of a credit note takes back; lines that exist do not say it.
ALTER TABLE booked_invoice_line ADD COLUMN credited_line int;
