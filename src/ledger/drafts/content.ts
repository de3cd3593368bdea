import { isVoucherOf } from '../same-voucher.ts'

/**
 * SQL: the hash of a draft voucher's content, of the journal, year and number that the row `of` has; NULL where it has
 * no draft entries. All of each entry and its accrual counts, also which entry it is. A value that is absent counts as
 * none, so that new columns change no hash.
 */
export const hashOfDraft = (of: string, agreement = '$1'): string => `(
  SELECT sha256(convert_to(string_agg(
    (jsonb_strip_nulls(to_jsonb(d)) - '{agreement,last_updated,object_version}'::text[])::text
      || coalesce((SELECT jsonb_build_array(c.account_number, c.start_date, c.end_date)::text FROM draft_entry_accrual c
        WHERE c.agreement = ${agreement} AND c.journal_number = d.journal_number AND c.entry_number = d.entry_number),
          ''),
    ' ' ORDER BY d.entry_number), 'UTF8'))
  FROM draft_entry d WHERE d.agreement = ${agreement} AND ${isVoucherOf('d', of)})`
