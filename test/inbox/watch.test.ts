import { link, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { takeFromFolder } from '../../src/inbox/take.ts'
import { WatchedFolder } from '../../src/inbox/watch.ts'
import { pdf } from '../documents/files.ts'
import { bookkeeper } from '../resources/bookkeeping.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { DB } from './sending.ts'
import { ubl } from './ubl.ts'

let service: TestService
let client: Client
beforeAll(async () => void (service = await sharedService()))
beforeEach(async () => void (client = await bookkeeper(service)))
afterAll(() => service.stop())

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'daybook-inbox-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

const taking = () => takeFromFolder(service.database.at(client.agreement), client.agreement, undefined)

test('whole files are taken once, while the service runs; what is refused says why', async () => {
  const path = await folder()
  await writeFile(join(path, 'a.pdf'), pdf('Fra mappen'))
  await writeFile(join(path, 'b.xml'), ubl({ number: 'W-1' }))
  await writeFile(join(path, 'c.xml'), ubl({ number: 'W-2', totals: { PayableAmount: '1.00' } }))
  await writeFile(join(path, 'd.txt'), 'Hello')
  await writeFile(join(path, 'e.pdf.part'), pdf('Half'))
  const watched = await WatchedFolder.open(path)
  expect(await watched.look(taking())).toEqual([])
  const done = await watched.look(taking())
  expect(done.map(({ name }) => name)).toEqual(['a.pdf', 'b.xml', 'c.xml', 'd.txt'])
  const [first, second] = done.map(({ outcome }) => ('number' in outcome ? outcome.number : undefined))
  expect((await client.get(`${DB}/inbox?filter=number$in:[${first},${second}]`)).json.items).toMatchObject([
    { kind: 'pdf', fileName: 'a.pdf', app: null, state: 'new' },
    { kind: 'einvoice', fileName: 'b.xml', invoiceNumber: 'W-1' },
  ])
  expect((await readdir(path)).sort()).toEqual(['e.pdf.part', 'refused', 'taken'])
  expect((await readdir(join(path, 'taken'))).sort()).toEqual([`${first}-a.pdf`, `${second}-b.xml`])
  expect((await readdir(join(path, 'refused'))).sort()).toEqual(['c.xml', 'c.xml.txt', 'd.txt', 'd.txt.txt'])
  expect(await readFile(join(path, 'refused', 'c.xml.txt'), 'utf8')).toMatch(/^BR-CO-16: /)
  expect(await readFile(join(path, 'refused', 'd.txt.txt'), 'utf8')).toBe('It is no PDF, JPEG or PNG.\n')
  // A crash between the inbox and the folder leaves the file where it was.
  await writeFile(join(path, 'a.pdf'), pdf('Fra mappen'))
  await watched.look(taking())
  expect((await watched.look(taking())).map(({ outcome }) => outcome)).toEqual([{ number: first }])
  expect((await client.get(`${DB}/inbox/count`)).json).toBe(2)
})

test('a file that changes waits; links, folders and what lies elsewhere are left alone', async () => {
  const [path, elsewhere] = [await folder(), await folder()]
  await writeFile(join(elsewhere, 'secret.pdf'), pdf('Secret'))
  await symlink(join(elsewhere, 'secret.pdf'), join(path, 'link.pdf'))
  await link(join(elsewhere, 'secret.pdf'), join(path, 'hard.pdf'))
  await symlink(elsewhere, join(path, 'folder'))
  await mkdir(join(path, 'below'))
  await writeFile(join(path, 'below', 'x.pdf'), pdf('Below'))
  await writeFile(join(path, 'grows.pdf'), 'first')
  const watched = await WatchedFolder.open(path)
  const never = (): never => {
    throw new Error('Nothing is to be taken.')
  }
  await watched.look(never)
  await writeFile(join(path, 'grows.pdf'), pdf('It grew'))
  expect(await watched.look(never)).toEqual([])
  expect((await watched.look(taking())).map(({ name }) => name)).toEqual(['grows.pdf'])
  expect((await readdir(path)).sort()).toEqual(['below', 'folder', 'hard.pdf', 'link.pdf', 'refused', 'taken'])
})

test('what cannot be taken now stays for the next look, and a link is no folder to put files into', async () => {
  const [path, elsewhere] = [await folder(), await folder()]
  await writeFile(join(path, 'a.pdf'), pdf('Later'))
  const watched = await WatchedFolder.open(path)
  await watched.look(taking())
  await expect(watched.look(() => Promise.reject(new Error('The database is away.')))).rejects.toThrow('away')
  expect(await readdir(path)).toContain('a.pdf')
  const other = await folder()
  await symlink(elsewhere, join(other, 'taken'))
  await expect(WatchedFolder.open(other)).rejects.toThrow(/taken is no folder/)
  await expect(WatchedFolder.open(join(path, 'a.pdf'))).rejects.toThrow(/is no folder/)
})
