CREATE TABLE accounting_year (
  agreement       int NOT NULL REFERENCES agreement,
  year            text NOT NULL CHECK (length(year) BETWEEN 1 AND 4),
  date_from       date NOT NULL,
  date_to         date NOT NULL,
  is_closed       boolean NOT NULL DEFAULT false,
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  seal            text,
  PRIMARY KEY (agreement, year),
  CHECK (date_to > date_from),
  UNIQUE (agreement, date_from)
);
ALTER TABLE accounting_year ALTER agreement SET STATISTICS 0;

COMMENT ON TABLE accounting_year IS
  'An accounting year with its days. A closed one is closed for good (rule 8.2), and sealed.';
COMMENT ON COLUMN accounting_year.seal IS 'What is kept of a year, as one hash: it is sealed when the year is closed.';

CREATE OR REPLACE TRIGGER accounting_year_closed BEFORE UPDATE ON accounting_year
  FOR EACH ROW WHEN (OLD.is_closed AND NOT NEW.is_closed) EXECUTE FUNCTION refuse_reopening();
CREATE OR REPLACE TRIGGER accounting_year_kept BEFORE UPDATE ON accounting_year
  FOR EACH ROW WHEN (NEW.is_closed AND (NOT OLD.is_closed OR OLD.seal IS NULL))
  EXECUTE FUNCTION keep_chart_of_closed_year();
CREATE OR REPLACE TRIGGER accounting_year_sealed BEFORE UPDATE ON accounting_year
  FOR EACH ROW WHEN (OLD.seal IS NOT NULL AND NEW.seal IS DISTINCT FROM OLD.seal)
  EXECUTE FUNCTION refuse_change_of_seal();
SELECT keep_trail('accounting_year', 'AccountingYears', '{year}');
