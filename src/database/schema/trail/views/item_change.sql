CREATE OR REPLACE VIEW item_change AS
  SELECT c.agreement, c.number, c.resource, c.key, c.changed_at, c.app, c.grant_number, c.person, c.is_person_claimed,
    coalesce(c.change_last, c.number) AS last_number
  FROM change c WHERE c.change_first = c.number OR c.change_first IS NULL;

COMMENT ON VIEW item_change IS
  'Changes as they are listed: what one write did to one item, from its first property to its last. Of those made '
  'before writes were told apart, each property by itself.';
