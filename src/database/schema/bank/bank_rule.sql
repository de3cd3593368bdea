CREATE TABLE bank_rule (
  agreement            int NOT NULL REFERENCES agreement,
  number               int NOT NULL CHECK (number >= 1),
  position             int NOT NULL DEFAULT 0,
  text_like            text NOT NULL,
  amount_from          numeric(20, 2),
  amount_to            numeric(20, 2),
  account_number       int NOT NULL,
  vat_code             text,
  department_number    int,
  text                 text,
  is_fee               boolean NOT NULL DEFAULT false,
  last_updated         timestamptz NOT NULL DEFAULT now(),
  object_version       bigint NOT NULL DEFAULT nextval('object_version'),
  auto_accept          text CONSTRAINT bank_rule_auto_accept CHECK (auto_accept = 'sure'),
  customer_number      int,
  supplier_number      int,
  PRIMARY KEY (agreement, number),
  CONSTRAINT bank_rule_account_number_fk FOREIGN KEY (agreement, account_number) REFERENCES account,
  CONSTRAINT bank_rule_vat_code_fk FOREIGN KEY (agreement, vat_code) REFERENCES vat_code,
  CONSTRAINT bank_rule_department_number_fk FOREIGN KEY (agreement, department_number) REFERENCES department,
  CONSTRAINT bank_rule_customer_number_fk FOREIGN KEY (agreement, customer_number) REFERENCES customer,
  CONSTRAINT bank_rule_supplier_number_fk FOREIGN KEY (agreement, supplier_number) REFERENCES supplier
);
ALTER TABLE bank_rule ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE bank_rule IS 'Where lines of a bank are posted whose text is like this one.';
COMMENT ON COLUMN bank_rule.text_like IS 'With * for anything; without regard to case.';
COMMENT ON COLUMN bank_rule.auto_accept IS
  'sure: lines that it alone fits are posted by it as soon as their statement is read.';
COMMENT ON COLUMN bank_rule.customer_number IS 'Whose open items such lines pay; or supplier_number.';
COMMENT ON COLUMN bank_rule.is_fee IS 'The account is that of a fee which is taken off what items come to.';

CREATE INDEX bank_rule_account_number ON bank_rule (agreement, account_number);
CREATE INDEX bank_rule_vat_code ON bank_rule (agreement, vat_code);
CREATE INDEX bank_rule_department_number ON bank_rule (agreement, department_number);
CREATE INDEX bank_rule_customer_number ON bank_rule (agreement, customer_number);
CREATE INDEX bank_rule_supplier_number ON bank_rule (agreement, supplier_number);

SELECT keep_trail('bank_rule', 'BankRules', '{number}');
