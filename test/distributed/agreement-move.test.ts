import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { createAgreement } from '../../src/companies/create.ts'
import { createSandbox } from '../../src/companies/sandboxes.ts'
import { deleteAgreement } from '../../src/backup/agreement/delete.ts'
import { exportAgreement } from '../../src/backup/agreement/export.ts'
import { importAgreement } from '../../src/backup/agreement/import.ts'
import type { Database } from '../../src/database/connection.ts'
import { migrate } from '../../src/database/migrate.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { exportSafT } from '../../src/saf-t/export/export.ts'
import { emptyDatabase, testDatabase, type TestDatabase } from '../database/harness.ts'
import { serverOf } from './shard-servers.ts'

const isSpread = inject('databaseWorkers').length > 0
const nothing = (): void => {}

describe.runIf(isSpread)('a company', () => {
  let spread: TestDatabase
  let directory: string
  let file: string
  beforeAll(async () => {
    spread = await testDatabase()
    directory = await mkdtemp(join(tmpdir(), 'daybook-move-'))
    file = join(directory, 'company.daybook')
  })
  afterAll(async () => {
    await spread.drop()
    await rm(directory, { recursive: true })
  })

  const brought = (to: Database, as?: number) => importAgreement(to, file, as, async () => {}, nothing)
  /** Changes an account. @returns its version then. */
  const change = async (database: Database, agreement: number): Promise<bigint> => {
    const [row] = await database
      .at(agreement)
      .rows<{ version: string }>(
        `UPDATE account SET object_version = nextval('object_version') WHERE agreement = $1 AND number = 1010 RETURNING object_version::text AS version`,
        [agreement],
      )
    return BigInt(row!.version)
  }

  /** Two numbers of agreements for each server. */
  async function onEachServer(database: Database): Promise<number[][]> {
    const of = new Map<number, number[]>()
    for (let number = 300_001; of.size < 2 || [...of.values()].some(({ length }) => length < 2); number++) {
      const { port } = await serverOf(database, number)
      of.set(port, [...(of.get(port) ?? []), number])
    }
    return [...of.values()]
  }

  async function plain(): Promise<Database> {
    const database = await emptyDatabase()
    onTestFinished(() => database.drop())
    await migrate(database.own)
    return database.own
  }

  test('moves from one PostgreSQL to several, from server to server, and back', async () => {
    const before = await plain()
    const agreement = await createAgreement(before, { name: 'Moves', template: 'demo', modules: 'all' })
    const proof = await verify(before, agreement)
    expect(proof).toMatchObject({ ok: true })
    const exported = await exportAgreement(before, agreement, file, nothing)
    const { own } = spread
    let at = agreement
    const versions = [await change(before, agreement)]
    expect(await brought(own)).toMatchObject({ agreement, rows: exported.rows })
    // From each server to each other: what was written on one has other numbers than the other gives.
    const [first, second] = await onEachServer(own)
    for (const to of [first![0]!, second![0]!, first![1]!, second![1]!]) {
      expect(await verify(own, at)).toEqual(proof)
      versions.push(await change(own, at))
      await exportAgreement(own, at, file, nothing)
      expect(await brought(own, to)).toMatchObject({ agreement: to })
      at = to
    }
    const after = await plain()
    await exportAgreement(own, at, file, nothing)
    expect(await brought(after)).toMatchObject({ agreement: at })
    versions.push(await change(after, at))
    expect(new Set(versions).size).toBe(6)
    expect(versions.at(-1)).toBeGreaterThan(versions.at(-2)!)
    expect(await verify(after, at)).toEqual(proof)
  })

  test('goes, and leaves the app made with it where an agreement on another server names that', async () => {
    const { own } = spread
    const { agreementNumber } = await createSandbox(own, { template: 'empty' })
    const { port } = await serverOf(own, agreementNumber)
    let elsewhere: number
    do elsewhere = await createAgreement(own, { name: 'Elsewhere', template: 'empty', modules: 'all' })
    while ((await serverOf(own, elsewhere)).port === port)
    await own.at(elsewhere).rows(
      `INSERT INTO webhook (agreement, event_type, app, name, url, content_type)
         SELECT $1, 'CUSTOMER_UPDATED', g.app, 'Test', 'https://localhost/', 'text/plain' FROM access_grant g WHERE g.agreement = $2`,
      [elsewhere, agreementNumber],
    )
    expect(await deleteAgreement(own, agreementNumber, undefined, nothing)).toMatchObject({ apps: 0 })
    const left = 'SELECT FROM agreement a WHERE a.agreement = $1'
    expect(await own.at(agreementNumber).rows(left, [agreementNumber])).toEqual([])
    expect(
      await deleteAgreement(own, (await createSandbox(own, { template: 'empty' })).agreementNumber, undefined, nothing),
    ).toMatchObject({ apps: 1 })
  })

  test('is written as SAF-T', async () => {
    const { own } = spread
    const agreement = await createAgreement(own, { name: 'Written', template: 'demo', modules: 'all' })
    const { entries } = await verify(own, agreement)
    expect(await exportSafT(own, agreement, join(directory, 'audit.xml'))).toMatchObject({
      entries: expect.any(Number),
    })
    expect(entries).toBeGreaterThan(1000)
  })
})
