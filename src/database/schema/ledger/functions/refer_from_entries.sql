CREATE OR REPLACE FUNCTION refer_from_entries() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO booked_reference (agreement, booking, account_number,
    accounting_year, currency, vat_code, customer_number, supplier_number, department_number, project_number,
      cost_type_number, unit1_number, unit2_number,
    employee_number, asset_number) SELECT e.agreement, e.booking, e.account_number, e.accounting_year, e.currency,
      e.vat_code, e.customer_number,
    e.supplier_number, e.department_number, e.project_number, e.cost_type_number, e.unit1_number, e.unit2_number,
    e.employee_number, e.asset_number
  FROM (
    SELECT DISTINCT i.agreement, i.booking, i.account_number, i.accounting_year, i.currency, i.vat_code,
      i.customer_number, i.supplier_number, i.department_number, i.project_number, i.cost_type_number, i.unit1_number,
      i.unit2_number, i.employee_number, i.asset_number
    FROM inserted i
  ) AS e
  GROUP BY e.agreement, GROUPING SETS (e.booking, e.account_number, e.accounting_year, e.currency, e.vat_code,
    e.customer_number, e.supplier_number, e.department_number, e.project_number, e.cost_type_number, e.unit1_number,
    e.unit2_number, e.employee_number, e.asset_number)
  HAVING num_nonnulls(e.booking, e.account_number, e.accounting_year, e.currency, e.vat_code, e.customer_number,
    e.supplier_number, e.department_number, e.project_number, e.cost_type_number, e.unit1_number, e.unit2_number,
    e.employee_number, e.asset_number) = 1
  ON CONFLICT DO NOTHING;
  IF EXISTS (SELECT FROM inserted i
      WHERE num_nonnulls(i.departmental_distribution_number, i.dimension2_key, i.dimension3_key) > 0) THEN
    INSERT INTO booked_reference (agreement, departmental_distribution_number, dimension2_key, dimension3_key)
    SELECT e.agreement, e.departmental_distribution_number, e.dimension2_key, e.dimension3_key
    FROM (SELECT DISTINCT i.agreement, i.departmental_distribution_number, i.dimension2_key, i.dimension3_key
      FROM inserted i) AS e
    GROUP BY e.agreement, GROUPING SETS (e.departmental_distribution_number, e.dimension2_key, e.dimension3_key)
    HAVING num_nonnulls(e.departmental_distribution_number, e.dimension2_key, e.dimension3_key) = 1
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION refer_from_entries() IS
  'Notes what booked entries refer to, once per agreement, and so has the foreign keys of booked_reference hold for '
  'them. Entries without keys of other dimensions cost one look more.';
