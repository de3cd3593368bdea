-- Changes bank_account. Sure suggestions are carried out without being asked only where the account says so; those that exist do not.
ALTER TABLE bank_account ADD COLUMN auto_accept_entries text CONSTRAINT bank_account_auto_accept_entries CHECK (auto_accept_entries = 'sure'),
  ADD COLUMN auto_accept_items text CONSTRAINT bank_account_auto_accept_items CHECK (auto_accept_items = 'sure');
