-- What lists of entries are asked for is found by an index where that costs a booking little: where few entries have a value, rows without it are left out of
-- the index. The entry's number at the end puts equal values in the order of lists.
DROP INDEX booked_entry_customer, booked_entry_supplier, booked_entry_project, booked_entry_cost_type, booked_entry_unit1, booked_entry_unit2,
  booked_entry_employee, booked_entry_asset;
CREATE INDEX booked_entry_customer ON booked_entry (agreement, customer_number, entry_number) WHERE customer_number IS NOT NULL;
CREATE INDEX booked_entry_supplier ON booked_entry (agreement, supplier_number, entry_number) WHERE supplier_number IS NOT NULL;
CREATE INDEX booked_entry_project ON booked_entry (agreement, project_number, entry_number) WHERE project_number IS NOT NULL;
CREATE INDEX booked_entry_cost_type ON booked_entry (agreement, cost_type_number, entry_number) WHERE cost_type_number IS NOT NULL;
CREATE INDEX booked_entry_unit1 ON booked_entry (agreement, unit1_number, entry_number) WHERE unit1_number IS NOT NULL;
CREATE INDEX booked_entry_unit2 ON booked_entry (agreement, unit2_number, entry_number) WHERE unit2_number IS NOT NULL;
CREATE INDEX booked_entry_employee ON booked_entry (agreement, employee_number, entry_number) WHERE employee_number IS NOT NULL;
CREATE INDEX booked_entry_asset ON booked_entry (agreement, asset_number, entry_number) WHERE asset_number IS NOT NULL;
CREATE INDEX booked_entry_quantity1 ON booked_entry (agreement, quantity1, entry_number) WHERE quantity1 IS NOT NULL;
CREATE INDEX booked_entry_quantity2 ON booked_entry (agreement, quantity2, entry_number) WHERE quantity2 IS NOT NULL;
CREATE INDEX booked_entry_due_date ON booked_entry (agreement, due_date, entry_number) WHERE due_date IS NOT NULL;
-- In the order that lists have texts in.
CREATE INDEX booked_entry_vat_code ON booked_entry (agreement, (fold(vat_code) COLLATE "da-x-icu"), entry_number) WHERE vat_code IS NOT NULL;

-- What is open: as lists have it, and by how much.
CREATE INDEX open_item_open ON open_item (agreement, entry_number) WHERE remainder <> 0;
CREATE INDEX open_item_remainder ON open_item (agreement, remainder, entry_number) WHERE remainder <> 0;
