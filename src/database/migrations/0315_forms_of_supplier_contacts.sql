-- Changes supplier_contact. Two forms of a text are one text now (rule 2.2). Doubles from before stay: what is not in NFC stands apart.
DROP INDEX supplier_contact_name_unique;
CREATE UNIQUE INDEX supplier_contact_name_unique ON supplier_contact (agreement, supplier_number, fold(name),
  (CASE WHEN name IS NFC NORMALIZED THEN '' ELSE name END)) WHERE NOT is_deleted;
