-- Changes agreement. Each says which of its requests are logged; those that exist say nothing, which is faults alone.
ALTER TABLE agreement ADD COLUMN request_log text CONSTRAINT agreement_request_log CHECK (request_log IN ('off', 'faults', 'all'));
