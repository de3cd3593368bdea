CREATE OR REPLACE FUNCTION add_to_project_log(agreement_number int, row_kind text, row_numbers int[],
  content text) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  next int := take_numbers(agreement_number, 'project_log', 1);
  previous bytea := (SELECT l.seal FROM project_log l WHERE l.agreement = agreement_number AND l.number = next - 1);
  content_hash bytea := sha256(convert_to(content, 'UTF8'));
BEGIN
  INSERT INTO project_log (agreement, number, kind, numbers, hash, seal)
  VALUES (agreement_number, next, row_kind, row_numbers, content_hash,
    sha256(coalesce(previous, decode(repeat('00', 32), 'hex'))
    || convert_to(concat_ws(' ', next, row_kind, array_to_string(row_numbers, ','), encode(content_hash, 'hex')),
      'UTF8')));
END
$$;

COMMENT ON FUNCTION add_to_project_log(int, text, int[], text) IS
  'Writes a row at the end of the log. The counter''s row stays locked: numbers and seals are in the order of the '
  'commits.';
