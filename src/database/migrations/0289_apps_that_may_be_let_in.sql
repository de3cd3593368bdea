-- Changes app. Agreements let in an app by themselves where the operator allows it; none of those that exist.
ALTER TABLE app ADD COLUMN is_grantable boolean NOT NULL DEFAULT false;
