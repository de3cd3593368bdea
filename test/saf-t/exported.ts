import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Database } from '../../src/database/connection.ts'
import { bookEntries } from '../../src/ledger/booking/book.ts'
import { createDraftEntries, type DraftEntryInput } from '../../src/ledger/drafts/drafts.ts'
import { lockLedger } from '../../src/ledger/lock.ts'
import { post } from '../../src/ledger/booking/post.ts'
import type { Posting } from '../../src/ledger/booking/posting.ts'
import { vatStatement } from '../../src/ledger/reports/vat-statement.ts'
import { trialBalance } from '../../src/ledger/reports/trial-balance.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { exportSafT } from '../../src/saf-t/export/export.ts'
import { importSafT } from '../../src/saf-t/import/import.ts'
import { testDatabase } from '../database/harness.ts'
import { POSTING } from '../resources/report-books.ts'
import { seedBooks } from '../service/books.ts'
import { schemaAbsent, schemaAt, schemaFaults } from '../xml-schemas.ts'

const SCHEMA = 'saf-t/Norwegian_SAF-T_Financial_Schema_v_1.30.xsd'
/** Danish 2.1, reconstructed from the official text: header, accounts, parties, tax table and entries are strict. */
const DANISH_SCHEMA = 'saft-dk/saft_dk_2_1_reconstructed.xsd'

/** Why files are not checked against the schema of version 1.30; undefined where they are. */
export const SCHEMA_ABSENT = schemaAbsent(SCHEMA)
/** The same, of the Danish schema. */
export const DANISH_ABSENT = schemaAbsent(DANISH_SCHEMA)

/** What the schema of version 1.30 has against a file; empty where it is valid. */
export const norwegianFaults = (file: string): Promise<string> => schemaFaults(schemaAt(SCHEMA), file)
/** The same, of the Danish schema. */
export const danishFaults = (file: string): Promise<string> => schemaFaults(schemaAt(DANISH_SCHEMA), file)

/**
 * Version 1.40 as its public notes declare it, in a file beside `place`: version 1.30 with longer rates and amounts in
 * currency.
 */
export async function schema140(place: string): Promise<string> {
  const older = await readFile(schemaAt(SCHEMA), 'utf8')
  const long = older.replace(
    /(<xs:element name="(?:CurrencyAmount|ExchangeRate)" type=")SAF(?:monetary|exchangerate)Type/g,
    '$1SAFlongmonetaryType',
  )
  const type = `<xs:simpleType name="SAFlongmonetaryType"><xs:restriction base="xs:decimal"><xs:totalDigits value="38"/>
    <xs:fractionDigits value="18"/></xs:restriction></xs:simpleType></xs:schema>`
  await writeFile(place, long.replace('</xs:schema>', type))
  return place
}

/**
 * The trial balance without the accounts that have and had nothing: by account, as the text that the database wrote.
 */
export async function balances(database: Database, agreement: number, from: string, to: string): Promise<string[]> {
  const body = (await database.bytes(trialBalance(agreement, from, to)))!.toString()
  // Sums of the chart are in no file.
  const lines = body.split('"sums"')[0]!.match(/\{"accountNumber"[^}]*\}/g)!
  return lines.filter((line) => /[1-9]/.test(line.replace(/"accountNumber" : \d+/, '')))
}

/** The VAT statement as the text the database wrote. */
export async function vatOf(database: Database, agreement: number, from: string, to: string): Promise<string> {
  return (await database.bytes(vatStatement(agreement, { from, to }, 'json')))!.toString()
}

/** A database with agreements to export, and a directory to export to. */
export class ExportWorld {
  readonly database: Database
  readonly url: string
  readonly directory: string
  readonly drop: () => Promise<void>
  #agreements = 0
  #files = 0

  private constructor(store: { database: Database; url: string; drop(): Promise<void> }, directory: string) {
    this.database = store.database
    this.url = store.url
    this.directory = directory
    this.drop = async () => {
      await store.drop()
      await rm(directory, { recursive: true })
    }
  }

  /** In a database of its own, or in that given. */
  static async open(own = testDatabase()): Promise<ExportWorld> {
    return new ExportWorld(await own, await mkdtemp(join(tmpdir(), 'daybook-export-')))
  }

  /** A path nothing is at. */
  newFile(): string {
    this.#files += 1
    return join(this.directory, `${this.#files}.xml`)
  }

  /** An agreement as `agreement create` makes it from the empty template, but for its currency. */
  async newAgreement(name = 'Ærlig & Søn <A/S>'): Promise<number> {
    this.#agreements += 1
    await this.database.rows('INSERT INTO agreement (agreement, name) VALUES ($1, $2)', [this.#agreements, name])
    return this.#agreements
  }

  /** An agreement with the small books. */
  async smallBooks(): Promise<number> {
    const agreement = await this.newAgreement()
    await seedBooks(this.database.at(agreement), agreement)
    return agreement
  }

  /** Books draft entries in journal 1. */
  async book(agreement: number, ...entries: Partial<DraftEntryInput>[]): Promise<void> {
    const drafts = entries.map((entry) => ({ entryTypeNumber: 5, journalNumber: 1, currency: 'DKK', ...entry }))
    await this.database.at(agreement).transaction(async (transaction) => {
      await createDraftEntries(transaction, { agreement, baseCurrency: 'DKK' }, drafts as DraftEntryInput[])
      await bookEntries(transaction, { agreement, journalNumber: 1, selection: { kind: 'all' } })
    })
  }

  /** Books postings as they are, as one booking, on voucher 1 and the bank unless they say otherwise. */
  async bookPostings(agreement: number, postings: readonly Partial<Posting>[]): Promise<void> {
    const complete = postings.map((one) => ({ ...POSTING, ...one }))
    await this.database.at(agreement).transaction(async (transaction) => {
      await post(transaction, await lockLedger(transaction, agreement), 1, complete)
    })
  }

  /** Exports to `file`, checks it against the schema, and imports it into a fresh agreement, which it answers. */
  async again(agreement: number, file: string, days: { from?: string; to?: string } = {}): Promise<number> {
    await exportSafT(this.database, agreement, file, days)
    if (!SCHEMA_ABSENT) expect(await norwegianFaults(file)).toBe('')
    const fresh = await this.newAgreement('Ny')
    const imported = await importSafT(this.database, fresh, file)
    expect(imported).toMatchObject({ differenceAccountNumber: null, openingDifference: '0.00', closingDifferences: [] })
    expect(await verify(this.database, fresh)).toMatchObject({ ok: true })
    return fresh
  }
}
