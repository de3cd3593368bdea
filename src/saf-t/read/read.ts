import { SafTError } from '../error.ts'
import type { Progress, SafTFile, SafTLine, SafTParty, SafTTransaction } from '../model.ts'
import type { Country } from '../namespaces.ts'
import type { XmlElement } from './element.ts'
import { cents, child, decimal, isoDate, requiredChild, requiredText, shown, wholeNumber } from './element.ts'
import { lineOf } from './lines.ts'
import { accountOf, addOwnBooks, headerOf, ownCodeOf, partyOf, taxCodeOf } from './records.ts'
import { SeenIds } from './seen-ids.ts'
import { type ElementHandler, readElements } from './xml.ts'

export { SafTError } from '../error.ts'
export type * from '../model.ts'

/** Takes the transactions of a file, one after the other. */
export interface TransactionReader {
  /** `file` has what has been read before: the master files, and the totals so far. */
  transaction(transaction: SafTTransaction, file: SafTFile): void
  /** Awaited now and then, so that the reader can write away what it made of the transactions. */
  passOn(): Promise<void>
}

/**
 * Reads a SAF-T Financial file, Norwegian (versions 1.10 to 1.40) or Danish (2.1), and checks it whole: every
 * reference, every transaction's balance, and the file's own totals. The file is streamed, and its transactions are
 * passed on to `reader`: memory grows with accounts and parties, not with transactions. The file is right only once
 * this has returned.
 *
 * The stated closing balances are returned unchecked: the tax administration's own example contradicts itself in three
 * of them.
 * @param onProgress told the bytes read, stage `reading`.
 * @throws SafTError with the line of the first fault and what is wrong there.
 */
export async function readSafT(
  file: string,
  reader: TransactionReader,
  onProgress: Progress = () => {},
): Promise<SafTFile> {
  const reading = new Reading(reader)
  await readElements(file, reading, (done, total) => onProgress({ stage: 'reading', done, total }))
  return reading.result()
}

/** The transaction being read: its single values so far, and its lines. */
interface OpenTransaction {
  line: number
  values: XmlElement
  lines: SafTLine[]
}

type Stated = 'NumberOfEntries' | 'TotalDebit' | 'TotalCredit'

/** Gathers the file and checks each record as it comes. By the schema, records come before references to them. */
class Reading implements ElementHandler {
  #format: Country = 'NO'
  #header: SafTFile | undefined
  readonly #accounts = new Set<string>()
  readonly #customers = new Map<string, SafTParty>()
  readonly #suppliers = new Map<string, SafTParty>()
  /** JournalID to the TransactionIDs seen in it. */
  readonly #transactions = new Map<string, SeenIds>()
  readonly #stated = new Map<Stated, XmlElement>()
  readonly #reader: TransactionReader
  #journal: { line: number; values: XmlElement; id: string | undefined } | undefined
  #transaction: OpenTransaction | undefined

  constructor(reader: TransactionReader) {
    this.#reader = reader
  }

  format(country: Country): void {
    this.#format = country
  }

  open(name: string, line: number): void {
    const values: XmlElement = { name, line, text: '', children: [] }
    if (name === 'Journal') this.#journal = { line, values, id: undefined }
    if (name === 'Transaction') this.#transaction = { line, values, lines: [] }
    if (name !== 'AuditFile' && !this.#header) throw new SafTError(line, `${name} stands before the Header.`)
  }

  record(parent: string, element: XmlElement): void {
    switch (parent) {
      case 'AuditFile':
        if (this.#header) throw new SafTError(element.line, 'Header stands twice in AuditFile.')
        this.#header = headerOf(element, this.#format)
        return
      case 'GeneralLedgerAccounts':
        if (element.name === 'Account') return this.#account(element)
        this.#file.chartVersion ??= element.text
        return
      case 'Customers':
        return this.#party(element, this.#customers, this.#file.customers)
      case 'Suppliers':
        return this.#party(element, this.#suppliers, this.#file.suppliers)
      case 'TaxTableEntry':
        this.#file.taxCodes.push(taxCodeOf(element))
        return
      case 'GeneralLedgerEntries':
        if (this.#stated.has(element.name as Stated)) {
          throw new SafTError(element.line, `${element.name} stands twice in GeneralLedgerEntries.`)
        }
        this.#stated.set(element.name as Stated, element)
        return
      case 'Journal':
        this.#journal!.values.children.push(element)
        return
      default:
        if (element.name === 'Line') this.#line(element)
        else this.#transaction!.values.children.push(element)
    }
  }

  close(name: string, line: number): void {
    if (name === 'Journal') this.#journalId()
    if (name === 'Transaction') this.#closeTransaction()
    if (name === 'MasterFiles') this.#checkPartyAccounts()
    if (name === 'GeneralLedgerEntries') this.#checkTotals(line)
  }

  instruction(parent: string, target: string, body: string): void {
    const found = parent === 'TaxTable' ? ownCodeOf(target, body) : undefined
    if (found) this.#file.ownCodes.set(...found)
    if (parent === 'MasterFiles') addOwnBooks(this.#file, target, body)
  }

  passOn(): Promise<void> {
    return this.#reader.passOn()
  }

  /** The file, once it has been read to its end. */
  result(): SafTFile {
    return this.#file
  }

  get #file(): SafTFile {
    if (!this.#header) throw new SafTError(1, 'AuditFile has no Header.')
    return this.#header
  }

  #account(element: XmlElement): void {
    const account = accountOf(element)
    if (this.#accounts.has(account.accountId)) {
      throw new SafTError(element.line, `AccountID '${shown(account.accountId)}' stands twice.`)
    }
    this.#accounts.add(account.accountId)
    this.#file.accounts.push(account)
  }

  #party(element: XmlElement, known: Map<string, SafTParty>, list: SafTParty[]): void {
    const party = partyOf(element)
    if (known.has(party.id)) throw new SafTError(element.line, `${element.name}ID '${shown(party.id)}' stands twice.`)
    known.set(party.id, party)
    list.push(party)
  }

  #checkPartyAccounts(): void {
    for (const party of [...this.#customers.values(), ...this.#suppliers.values()]) {
      for (const { accountId, line } of party.balances) {
        if (accountId !== undefined) this.#checkAccount(accountId, line)
      }
    }
  }

  #checkAccount(accountId: string, line: number): void {
    if (!this.#accounts.has(accountId)) {
      throw new SafTError(line, `AccountID '${shown(accountId)}' is not among the GeneralLedgerAccounts.`)
    }
  }

  #line(element: XmlElement): void {
    const open = this.#transaction!
    const line = lineOf(element, this.#file)
    const lineOfChild = (name: string) => child(element, name)?.line ?? element.line
    this.#checkAccount(line.accountId, lineOfChild('AccountID'))
    this.#checkParties(line, lineOfChild)
    open.lines.push(line)
    const { totals } = this.#file
    totals.lines += 1
    if (element.children.some((one) => one.name === 'DebitAmount')) totals.debit += line.amount
    else totals.credit -= line.amount
  }

  #checkParties(line: Pick<SafTLine, 'customerId' | 'supplierId'>, at: (name: string) => number): void {
    if (line.customerId !== undefined && !this.#customers.has(line.customerId)) {
      throw new SafTError(at('CustomerID'), `CustomerID '${shown(line.customerId)}' is not among the Customers.`)
    }
    if (line.supplierId !== undefined && !this.#suppliers.has(line.supplierId)) {
      throw new SafTError(at('SupplierID'), `SupplierID '${shown(line.supplierId)}' is not among the Suppliers.`)
    }
  }

  #journalId(): string {
    const journal = this.#journal!
    if (journal.id !== undefined) return journal.id
    const id = requiredText(journal.values, 'JournalID')
    journal.id = id
    if (!this.#transactions.has(id)) {
      this.#transactions.set(id, new SeenIds())
      const description = requiredText(journal.values, 'Description')
      this.#file.journals.push({ journalId: id, description, line: journal.line })
    }
    return id
  }

  #closeTransaction(): void {
    const open = this.#transaction!
    const transaction = this.#transactionOf(open)
    const ids = this.#transactions.get(transaction.journalId)!
    if (!ids.add(transaction.transactionId)) {
      const id = shown(transaction.transactionId)
      throw new SafTError(open.line, `TransactionID '${id}' stands twice in journal '${shown(transaction.journalId)}'.`)
    }
    this.#checkBalance(transaction)
    this.#file.totals.transactions += 1
    this.#reader.transaction(transaction, this.#file)
    this.#transaction = undefined
  }

  #transactionOf({ values, lines, line }: OpenTransaction): SafTTransaction {
    const of = (name: string) => {
      requiredText(values, name)
      return requiredChild(values, name)
    }
    const dateElement = of('TransactionDate')
    const date = isoDate(dateElement)
    const { periodFrom, periodTo } = this.#file
    if (date < periodFrom || date > periodTo) {
      const selection = `${periodFrom} to ${periodTo}`
      throw new SafTError(dateElement.line, `TransactionDate ${date} is outside the file's selection, ${selection}.`)
    }
    const parties = { customerId: optional(values, 'CustomerID'), supplierId: optional(values, 'SupplierID') }
    this.#checkParties(parties, (name) => child(values, name)?.line ?? line)
    this.#inheritParty(parties, lines)
    const description = optional(values, 'Description') ?? ''
    return {
      transactionId: requiredText(values, 'TransactionID'),
      journalId: this.#journalId(),
      date,
      period: wholeNumber(of('Period'), 0, 999),
      year: wholeNumber(of('PeriodYear'), 1970, 2100),
      description,
      lines,
      line,
    }
  }

  /** Gives the party of a transaction to its lines without a party, where they are on the party's summary accounts. */
  #inheritParty(parties: Pick<SafTLine, 'customerId' | 'supplierId'>, lines: SafTLine[]): void {
    const accounts = (party: SafTParty | undefined) => new Set(party?.balances.map((one) => one.accountId))
    const ofCustomer = accounts(this.#customers.get(parties.customerId ?? ''))
    const ofSupplier = accounts(this.#suppliers.get(parties.supplierId ?? ''))
    for (const line of lines) {
      if (line.customerId !== undefined || line.supplierId !== undefined) continue
      if (ofCustomer.has(line.accountId)) line.customerId = parties.customerId
      else if (ofSupplier.has(line.accountId)) line.supplierId = parties.supplierId
    }
  }

  #checkBalance(transaction: SafTTransaction): void {
    const id = shown(transaction.transactionId)
    if (transaction.lines.length === 0) throw new SafTError(transaction.line, `Transaction '${id}' has no Line.`)
    const difference = transaction.lines.reduce((sum, line) => sum + line.amount, 0n)
    if (difference === 0n) return
    const side = difference > 0n ? 'debit' : 'credit'
    const amount = decimal(difference > 0n ? difference : -difference)
    throw new SafTError(transaction.line, `Transaction '${id}' does not balance: ${amount} too much ${side}.`)
  }

  #checkTotals(line: number): void {
    const { totals } = this.#file
    const stated = (name: Stated): XmlElement => {
      const element = this.#stated.get(name)
      if (!element) throw new SafTError(line, `GeneralLedgerEntries has no ${name}.`)
      return element
    }
    const entries = stated('NumberOfEntries')
    if (wholeNumber(entries, 0, 999_999_999) !== totals.transactions) {
      const found = `the file has ${totals.transactions} transactions`
      throw new SafTError(entries.line, `NumberOfEntries is ${entries.text}, but ${found}.`)
    }
    for (const [name, sum] of [
      ['TotalDebit', totals.debit],
      ['TotalCredit', totals.credit],
    ] as const) {
      const element = stated(name)
      if (cents(element) !== sum) {
        throw new SafTError(element.line, `${name} is ${element.text}, but the lines sum to ${decimal(sum)}.`)
      }
    }
  }
}

function optional(values: XmlElement, name: string): string | undefined {
  return values.children.some((one) => one.name === name) ? requiredText(values, name) : undefined
}
