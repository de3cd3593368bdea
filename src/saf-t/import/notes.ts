/** Kinds of what an import could not keep, each with its sentence. The count follows the sentence. */
const SENTENCES = {
  partyText:
    'Texts of customers and suppliers that were too long for their fields: names and addresses were cut, others left out',
  taxApart:
    'Entries whose tax stands nowhere in their transaction; they keep their VAT code, the VAT statement shows no tax of them',
  taxSplit: 'Lines that were the tax of several entries, and were divided among them',
  taxText: 'Entries of tax that took the text of the entry they are the tax of',
  taxBase: 'Entries with a tax base other than their amount; the VAT statement counts the amount',
  codeLost: 'Entries that lost their VAT code, as the file gives it no rate from 0 to 100 per cent',
  moreTaxes: 'Taxes left out, as an entry has one VAT code and these were further ones or without a code',
  analysis: 'Entries that lost their dimensions (Analysis)',
  inBase:
    'Entries in another currency that were kept in base currency, as no exchange rate of six decimals gives their amount',
  partyLost: 'Entries that name a customer or supplier beside its summary account, and were kept without',
  invoiceForeign:
    'Invoice numbers kept as externalNumber, by which no payment settles: of customers other than whole numbers up to nine ' +
    'digits, of suppliers longer than 30 characters',
  invoiceLost: 'Invoice numbers left out, longer than 50 characters',
  dueDateLost: 'Due dates left out, before 1900 or after 2099',
  textCut: 'Texts cut to 250 characters',
  renumbered: 'Transactions with new voucher numbers, as not all TransactionIDs of their journals are whole numbers',
  matchesLost: 'Matches of the books that were not made again, as no invoice number tells them: match them by hand',
  standardLost:
    'Accounts that were not mapped to the standard chart, as it has no such line for accounts of their type',
  standardOlder:
    'Accounts that were not mapped to the standard chart, as the file has an older one, whose numbers mean other lines',
  codeUnused: 'VAT codes of the tax table left out, as no entry has them and nothing tells their accounts',
} as const

/** A kind of what an import could not keep. */
export type Note = keyof typeof SENTENCES

/** Counts what an import could not keep. */
export class Notes {
  readonly #counts = new Map<Note, number>()
  readonly #more: string[] = []

  add(note: Note, count = 1): void {
    if (count > 0) this.#counts.set(note, (this.#counts.get(note) ?? 0) + count)
  }

  /** Adds a sentence of its own. */
  say(sentence: string): void {
    this.#more.push(sentence)
  }

  /** Plain sentences in a fixed order. */
  sentences(): string[] {
    const counted = (Object.keys(SENTENCES) as Note[]).flatMap((note) => {
      const count = this.#counts.get(note)
      return count === undefined ? [] : [`${SENTENCES[note]}: ${count}.`]
    })
    return [...this.#more, ...counted]
  }
}
