import { useWhole } from './reads.ts'
import { type Filed, type Journal, type Listed, paths } from './books.ts'
import type { Voucher } from './drafts.ts'
import { yearNameOf } from './years.ts'

/** The documents of drafts, by the number of their voucher; undefined until they are read. */
export type Papers = ReadonlyMap<number, Filed> | undefined

/** The documents of a journal's drafts. */
export function usePapers(journal: Journal | undefined, vouchers: readonly Voucher[]): Papers {
  const [first, last] = [vouchers[0], vouchers.at(-1)]
  const filed = useWhole<Listed<Filed>>(first && last && paths.documentsOf(first.number, last.number))
  if (vouchers.length === 0) return new Map()
  if (!filed.data) return undefined
  const years = new Map(vouchers.map(({ number, lines }) => [number, yearNameOf(lines[0]!.date)]))
  const own = filed.data.items.filter(
    (one) => one.journalNumber === journal?.number && one.accountingYear === years.get(one.voucherNumber),
  )
  return new Map(own.map((one) => [one.voucherNumber, one]))
}

/** What attaches a file to a draft voucher of a journal. */
export function formOfVoucher(file: File, journal: Journal, { number, lines }: Voucher): FormData {
  const form = new FormData()
  form.set('voucherNumber', String(number))
  form.set('accountingYear', yearNameOf(lines[0]!.date))
  form.set('source', 'journal')
  form.set('journalNumber', String(journal.number))
  form.set('onConflict', '0')
  form.set('file', file)
  return form
}
