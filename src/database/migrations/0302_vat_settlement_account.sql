-- Changes system_account. An account that VAT is settled on.
ALTER TABLE system_account DROP CONSTRAINT system_account_purpose_check;
ALTER TABLE system_account ADD CONSTRAINT system_account_purpose_check CHECK (purpose IN ('rounding', 'result', 'exchangeDifference', 'vatSettlement'));
