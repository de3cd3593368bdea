CREATE TABLE budget_figure (
  agreement       int NOT NULL REFERENCES agreement,
  number          int NOT NULL CHECK (number >= 1),
  account_number  int NOT NULL,
  from_date       date NOT NULL,
  to_date         date NOT NULL,
  amount          numeric(20, 2) NOT NULL,
  text            text,
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number),
  CONSTRAINT budget_figure_days CHECK (from_date <= to_date),
  CONSTRAINT budget_figure_account_number_fk FOREIGN KEY (agreement, account_number) REFERENCES account
);
ALTER TABLE budget_figure ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE budget_figure IS 'Budget figures: what is expected to be booked on an account in some days.';
COMMENT ON COLUMN budget_figure.amount IS 'Sales are negative and costs positive, as in the ledger.';

CREATE INDEX budget_figure_of_account ON budget_figure (agreement, account_number);
CREATE INDEX budget_figure_of_from ON budget_figure (agreement, from_date);
CREATE INDEX budget_figure_of_to ON budget_figure (agreement, to_date);

SELECT keep_trail('budget_figure', 'BudgetFigures', '{number}');
