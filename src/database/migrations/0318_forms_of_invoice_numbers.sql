-- Changes open_item. Invoice numbers are kept as they are compared: in NFC.
UPDATE open_item SET invoice_number = normalize(invoice_number) WHERE invoice_number IS NOT NFC NORMALIZED;
