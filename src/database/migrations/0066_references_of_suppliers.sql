-- Who in the agreement a supplier is told to turn to, as customers have it: an employee is kept by both.
ALTER TABLE supplier
  ADD COLUMN our_reference_number int,
  ADD CONSTRAINT supplier_our_reference_number_fk FOREIGN KEY (agreement, our_reference_number) REFERENCES employee;
CREATE INDEX supplier_of_our_reference ON supplier (agreement, our_reference_number) WHERE our_reference_number IS NOT NULL;
