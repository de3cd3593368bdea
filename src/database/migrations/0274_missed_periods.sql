-- Changes subscription. Whether periods may have been missed while it was barred; of those that exist nothing is known.
ALTER TABLE subscription ADD COLUMN has_missed boolean NOT NULL DEFAULT false;
