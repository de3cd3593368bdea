-- The grant that a booking was made with, beside its app; sealed like it. Null for a command, and for bookings made before.
ALTER TABLE booking ADD COLUMN grant_number int;
