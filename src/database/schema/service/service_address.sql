-- Every machine has the same loopback: two of them may each have a service there.
CREATE TABLE service_address (
  address  text NOT NULL,
  machine  text NOT NULL,
  since    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (address, machine)
);

COMMENT ON TABLE service_address IS
  'Where services listen: written by who begins, removed by who ends. A killed one leaves its row; whoever reads it '
  'asks at the address.';
COMMENT ON COLUMN service_address.machine IS
  'The machine, by its name: an address of the loopback says nothing on another.';
