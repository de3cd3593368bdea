-- A reversal takes back one booking of a voucher (rule 5.1). NULL where one made before took back several.
ALTER TABLE voucher_reversal ADD booking int;
ALTER TABLE voucher_reversal DISABLE TRIGGER voucher_reversal_immutable;
UPDATE voucher_reversal r SET booking = b.booking
FROM (
  SELECT l.agreement, l.reversal_number, min(e.booking) AS booking
  FROM entry_reversal l JOIN booked_entry e ON e.agreement = l.agreement AND e.entry_number = l.reversed_entry
  GROUP BY l.agreement, l.reversal_number
  HAVING min(e.booking) = max(e.booking)
) AS b
WHERE b.agreement = r.agreement AND b.reversal_number = r.number;
ALTER TABLE voucher_reversal ENABLE TRIGGER voucher_reversal_immutable;
