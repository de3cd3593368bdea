-- What may be made anew or deleted without asking: a company made to try things out.
ALTER TABLE agreement ADD COLUMN is_sandbox boolean NOT NULL DEFAULT false;

-- After a rotation the previous secret opens too, for a while.
ALTER TABLE app
  ADD COLUMN previous_secret_hash  bytea UNIQUE,
  ADD COLUMN previous_secret_until timestamptz,
  ADD CONSTRAINT app_previous_secret CHECK ((previous_secret_hash IS NULL) = (previous_secret_until IS NULL));

-- Where services listen: written by who begins, removed by who ends. A killed one leaves its row; whoever reads it asks at the address.
CREATE TABLE service_address (
  address text PRIMARY KEY,
  -- The machine, by its name: an address of the loopback says nothing on another.
  machine text NOT NULL,
  since   timestamptz NOT NULL DEFAULT now()
);
