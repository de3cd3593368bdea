-- Changes draft_invoice. What its lines come to knows the decimals of the currency: the functions that did not are gone.
DROP FUNCTION IF EXISTS line_total(numeric, numeric, numeric);
DROP FUNCTION IF EXISTS amounts_of_lines(int[], text[], numeric[], boolean[], numeric[]);
