CREATE OR REPLACE FUNCTION add_to_projects(agreements int[], projects int[], costs numeric[],
  sales numeric[]) RETURNS void
  LANGUAGE sql AS $$
  INSERT INTO project_total AS t (agreement, project_number, cost_price, sales_price)
  SELECT u.agreement, u.project, sum(coalesce(u.cost, 0)), sum(coalesce(u.sale, 0))
  FROM unnest(agreements, projects, costs, sales) AS u(agreement, project, cost, sale)
  GROUP BY u.agreement, u.project HAVING sum(coalesce(u.cost, 0)) <> 0 OR sum(coalesce(u.sale, 0)) <> 0
  ORDER BY u.agreement, u.project
  ON CONFLICT (agreement, project_number)
    DO UPDATE SET cost_price = t.cost_price + excluded.cost_price, sales_price = t.sales_price + excluded.sales_price
$$;

COMMENT ON FUNCTION add_to_projects(int[], int[], numeric[], numeric[]) IS
  'Adds to what projects have cost and would be sold for, in one order everywhere.';
