CREATE OR REPLACE FUNCTION count_coverage(agreement_number int, counted json, bound int, kept_hours int) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  this_hour timestamptz := date_trunc('hour', clock_timestamp());
  room int;
BEGIN
  PERFORM FROM agreement a WHERE a.agreement = agreement_number FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(7310451, agreement_number);
  UPDATE coverage_count c SET times = c.times + r.times, last_at = greatest(c.last_at, r.last_at)
  FROM json_to_recordset(counted) AS r(app int, api text, api_version text, operation text, met text, times int,
    last_at timestamptz)
  WHERE c.agreement = agreement_number AND c.app = r.app AND c.api = r.api AND c.api_version = r.api_version
    AND c.operation = r.operation AND c.met = r.met AND c.hour = this_hour;
  IF (SELECT count(*) FROM coverage_count c
      JOIN json_to_recordset(counted) AS r(app int, api text, api_version text, operation text, met text)
        ON c.app = r.app AND c.api = r.api AND c.api_version = r.api_version AND c.operation = r.operation
          AND c.met = r.met
      WHERE c.agreement = agreement_number AND c.hour = this_hour) = json_array_length(counted) THEN
    RETURN;
  END IF;
  DELETE FROM coverage_count c WHERE c.agreement = agreement_number
    AND c.hour < this_hour - make_interval(hours => kept_hours);
  SELECT greatest(0, bound - count(*)) INTO room FROM coverage_count c WHERE c.agreement = agreement_number;
  INSERT INTO coverage_count (agreement, app, api, api_version, operation, met, hour, times, last_at)
  SELECT agreement_number, r.app, r.api, r.api_version, r.operation, r.met, this_hour, r.times, r.last_at
  FROM json_to_recordset(counted) AS r(app int, api text, api_version text, operation text, met text, times int,
    last_at timestamptz)
  WHERE NOT EXISTS (
    SELECT FROM coverage_count c WHERE c.agreement = agreement_number AND c.app = r.app AND c.api = r.api
      AND c.api_version = r.api_version AND c.operation = r.operation AND c.met = r.met AND c.hour = this_hour)
  LIMIT room;
END
$$;

COMMENT ON FUNCTION count_coverage(int, json, int, int) IS
  'Adds to what programs of one agreement have met in this hour. Beyond so many rows of the agreement nothing new is '
  'kept, and what is older than so many hours goes.';
