-- Changes account. No account that exists says yet what it is in the standard chart.
ALTER TABLE account ADD COLUMN standard_account_number int,
  ADD CONSTRAINT account_standard_of_type CHECK (standard_account_number IS NULL
    OR type = 1 AND standard_account_number < 5000 OR type = 2 AND standard_account_number >= 5000);
