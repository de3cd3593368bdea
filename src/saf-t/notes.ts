/** What an import could not keep, each with its sentence; how many there were stands behind it. */
const SENTENCES = {
  taxApart:
    'Entries keep their VAT code, but nothing in their transaction is their tax: the VAT statement has it among other postings.',
  taxSplit:
    'Lines are the tax of several entries: each became an entry for every part, so that the VAT statement has them.',
  taxText: 'Entries of tax took the text of the entry they are the tax of.',
  taxBase: 'Entries state a tax base other than their amount: the VAT statement counts the amount.',
  codeLost:
    'Entries lost their VAT code: the file gives it no rate, or one that is not from 0 to 100 per cent with four decimals.',
  moreTaxes: 'Further taxes of entries, or such without a code, were left out: an entry has one VAT code.',
  analysis: 'Entries lost their dimensions (Analysis).',
  inBase: 'Entries in another currency are kept in base currency: no exchange rate of six decimals gives their amount.',
  partyLost: 'Entries name a customer or supplier beside its summary account: they are kept without.',
  invoiceLost:
    'Invoice numbers were left out: of a customer they are whole numbers up to nine digits, of a supplier at most 30 characters.',
  dueDateLost: 'Due dates before 1900 or after 2099 were left out.',
  textCut: 'Texts were cut to 250 characters.',
  renumbered: 'Transactions got new voucher numbers: not all TransactionIDs of their journals are whole numbers.',
  codeUnused: 'VAT codes of the tax table were left out: no entry has them, so nothing tells the account of their tax.',
} as const

/** What can be told of. */
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
      return count === undefined ? [] : [`${count} x ${SENTENCES[note]}`]
    })
    return [...this.#more, ...counted]
  }
}
