-- Changes sales_setup. Agreements that exist say nothing: their series goes on.
ALTER TABLE sales_setup ADD COLUMN next_invoice_number int CONSTRAINT sales_setup_next_invoice_number CHECK (next_invoice_number BETWEEN 1 AND 999999999);
