-- Changes change. It tells who, and the properties of one write of an item are one change; rows that exist stay as they are sealed.
ALTER TABLE change
  ADD COLUMN change_first int,
  ADD COLUMN change_last int,
  ADD COLUMN grant_number int,
  ADD COLUMN person text,
  ADD COLUMN is_person_claimed boolean NOT NULL DEFAULT false;
DROP FUNCTION IF EXISTS line_of_change(int, text, text, text, text, text, timestamptz, int);
