CREATE OR REPLACE FUNCTION due_date_of(term_type int, term_days int, day date, given date) RETURNS date
  LANGUAGE sql IMMUTABLE
  RETURN CASE term_type WHEN 5 THEN given ELSE least(date '9999-12-31', CASE term_type
    WHEN 2 THEN (date_trunc('month', day) + interval '1 month - 1 day')::date + term_days
    WHEN 7 THEN day + 7 - extract(dow FROM day)::int + term_days
    WHEN 8 THEN day + 8 - extract(isodow FROM day)::int + term_days
    ELSE day + term_days END) END;

COMMENT ON FUNCTION due_date_of(int, int, date, date) IS
  'When a document falls due (rule 11.2): type and days of a term never change. 2 counts from the last day of the '
  'month, 7 and 8 from the next Sunday and Monday; of 5 the caller gives the day; what is settled at once is due on '
  'its date. No later than the last day there is.';
