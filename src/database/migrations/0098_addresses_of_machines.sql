-- Every machine has the same loopback: two of them may each have a service there.
ALTER TABLE service_address DROP CONSTRAINT service_address_pkey;
ALTER TABLE service_address ADD PRIMARY KEY (address, machine);
