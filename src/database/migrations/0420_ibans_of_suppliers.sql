-- Changes supplier. Where payments go abroad; those that exist have their bankAccount.
ALTER TABLE supplier ADD COLUMN iban text, ADD COLUMN bic text;
