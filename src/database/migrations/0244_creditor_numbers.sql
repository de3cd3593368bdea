-- Changes company. Who has an agreement with the Danish payment service has a number there.
ALTER TABLE company ADD COLUMN creditor_number text;
