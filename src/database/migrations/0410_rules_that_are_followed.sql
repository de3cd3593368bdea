-- Changes bank_rule. A rule is followed without being asked only where it says so; those that exist do not.
ALTER TABLE bank_rule ADD COLUMN auto_accept text CONSTRAINT bank_rule_auto_accept CHECK (auto_accept = 'sure');
