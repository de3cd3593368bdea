-- Changes voucher_reversal. The voucher of a reminder has no journal, nor has the one that takes it back.
ALTER TABLE voucher_reversal ALTER journal_number DROP NOT NULL;
