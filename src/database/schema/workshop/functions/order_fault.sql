CREATE OR REPLACE FUNCTION order_fault(agreement_number int, asked json) RETURNS json
  LANGUAGE plpgsql AS $$
DECLARE
  rule record;
  hit fault_rule;
BEGIN
  FOR rule IN
    SELECT r.* FROM fault_rule r
    WHERE r.agreement = agreement_number AND r.kind IN (SELECT json_array_elements_text(asked -> 'kinds'))
      AND (r.only_for_app IS NULL OR r.only_for_app = (asked ->> 'app')::int)
      AND (r.operation IS NULL OR lower(r.operation) = lower(asked ->> 'operation'))
      AND (r.event_type IS NULL OR upper(r.event_type) = upper(asked ->> 'eventType'))
      AND (r.path IS NULL OR lower(asked ->> 'path')
        LIKE replace(regexp_replace(lower(r.path), '([\\%_])', '\\\1', 'g'), '*', '%'))
      AND (NOT r.is_for_writes OR (asked ->> 'isWrite')::boolean)
    ORDER BY r.number FOR NO KEY UPDATE
  LOOP
    IF hit.number IS NULL AND (rule.matched + 1) % coalesce(rule.every, 1) = 0
      AND rule.hits < coalesce(rule.times, rule.hits + 1) THEN
      hit := rule;
    END IF;
    UPDATE fault_rule r SET matched = r.matched + 1, hits = r.hits + coalesce(r.number = hit.number, false)::int,
      last_hit_at = CASE WHEN r.number = hit.number THEN clock_timestamp() ELSE r.last_hit_at END
    WHERE r.agreement = agreement_number AND r.number = rule.number;
  END LOOP;
  RETURN CASE WHEN hit.number IS NOT NULL
    THEN json_build_object('rule', hit.number, 'kind', hit.kind, 'milliseconds', hit.milliseconds) END;
END
$$;

COMMENT ON FUNCTION order_fault(int, json) IS
  'Counts what was asked for by the rules of a plan that it matches, and answers the first of them that is due; NULL '
  'where none is. Rules are counted under their locks, so every fifth is every fifth of all nodes.';
