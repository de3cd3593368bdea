-- Changes booking. It tells the person too; bookings that exist have none, and their seals cover none.
ALTER TABLE booking
  ADD COLUMN person text,
  ADD COLUMN is_person_claimed boolean NOT NULL DEFAULT false;
