-- Changes bank_rule. A rule may say whose items lines pay; those that exist do not.
ALTER TABLE bank_rule ADD COLUMN customer_number int, ADD COLUMN supplier_number int,
  ADD CONSTRAINT bank_rule_customer_number_fk FOREIGN KEY (agreement, customer_number) REFERENCES customer,
  ADD CONSTRAINT bank_rule_supplier_number_fk FOREIGN KEY (agreement, supplier_number) REFERENCES supplier;
CREATE INDEX bank_rule_customer_number ON bank_rule (agreement, customer_number);
CREATE INDEX bank_rule_supplier_number ON bank_rule (agreement, supplier_number);
