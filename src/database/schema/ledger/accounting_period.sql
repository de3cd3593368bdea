CREATE TABLE accounting_period (
  agreement       int NOT NULL REFERENCES agreement,
  year            text NOT NULL,
  period_number   int NOT NULL CHECK (period_number >= 1),
  date_from       date NOT NULL,
  date_to         date NOT NULL,
  is_barred       boolean NOT NULL DEFAULT false,
  is_closed       boolean NOT NULL DEFAULT false,
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, year, period_number),
  CHECK (date_to >= date_from),
  UNIQUE (agreement, date_from),
  CONSTRAINT accounting_period_year_fk FOREIGN KEY (agreement, year) REFERENCES accounting_year ON DELETE CASCADE
);
ALTER TABLE accounting_period ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE accounting_period IS
  'A part of an accounting year, a month as a rule. A barred or closed one takes no entries.';

CREATE OR REPLACE TRIGGER accounting_period_closed BEFORE UPDATE ON accounting_period
  FOR EACH ROW WHEN (OLD.is_closed AND NOT NEW.is_closed) EXECUTE FUNCTION refuse_reopening();
SELECT keep_trail('accounting_period', 'AccountingPeriods', '{year,period_number}');
