import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Database, DatabaseAddress, Row } from '../database/connection.ts'
import { READ_ONLY } from '../database/pool/refusals.ts'
import { type Command, type Output, StartError } from './command.ts'
import { table } from './table.ts'
import { withBareStore } from './store.ts'

/** `sql`: looks into the database that the program has, embedded or not. */
export const sqlCommand: Command = {
  name: 'sql',
  summary:
    "Look into the database: psql, where it is installed, on the program's own database. Reads only, unless told.",
  arguments: [],
  options: {
    command: { value: 'SQL', summary: 'Run this statement, print its rows, and end.' },
    write: { summary: 'Let statements write.' },
  },
  async run({ options, config }) {
    const mayWrite = options.write !== undefined
    return await withBareStore(config, async ({ database, address }) => {
      if (options.command !== undefined) return await answerTo(database, options.command, mayWrite)
      if (spawnSync('psql', ['--version']).error) await readOn(database, mayWrite)
      else await psql(address, mayWrite)
      return undefined
    })
  },
}

/** A mistake cannot write without `--write`. Somebody who means to can: the database is theirs. */
async function answerTo(database: Database, text: string, mayWrite: boolean): Promise<Output> {
  const rows = await database
    .transaction(async (transaction) => {
      // The statement goes to the coordinator of Citus, where a snapshot may write.
      if (!mayWrite) await transaction.script('SET TRANSACTION READ ONLY')
      return await transaction.rows<Row>(text)
    })
    .catch((error: unknown) => {
      const { code = '', message } = error as { code?: string; message: string }
      if (code === READ_ONLY) throw new StartError('The statement writes. Give --write to let it.')
      throw /^[0-9A-Z]{5}$/.test(code) ? new StartError(`The database answers: ${message}`) : error
    })
  return { json: { rows: [...rows] }, text: table(rows, Object.keys(rows[0] ?? {})) }
}

/** Runs what stdin has, each statement up to a semicolon at the end of a line, where there is no psql. */
async function readOn(database: Database, mayWrite: boolean): Promise<void> {
  let text = ''
  for await (const line of createInterface({ input: process.stdin })) {
    text += `${line}\n`
    if (!line.trimEnd().endsWith(';')) continue
    const said = await answerTo(database, text, mayWrite).then(
      (output) => output.text,
      (error: unknown) => `ERROR: ${(error as Error).message}`,
    )
    process.stdout.write(`${said}\n`)
    text = ''
  }
}

const PASSWORD = /^(postgres(?:ql)?:\/\/[^:@/?]*):(.*)(@[^@/]*(?:\/|$).*)$/s

/** Arguments and environment of psql: no other user of the machine sees a password among the arguments. */
export function psqlCall(
  address: DatabaseAddress,
  mayWrite: boolean,
): { words: string[]; environment: NodeJS.ProcessEnv } {
  const environment: NodeJS.ProcessEnv = mayWrite ? {} : { PGOPTIONS: '-c default_transaction_read_only=on' }
  if (!('url' in address)) {
    const { socketDirectory, port, user, database } = address
    return { words: ['-h', socketDirectory, '-p', String(port), '-U', user, '-d', database], environment }
  }
  const [, before, password, after] = PASSWORD.exec(address.url) ?? []
  if (password === undefined) return { words: [address.url], environment }
  return { words: [`${before}${after}`], environment: { ...environment, PGPASSWORD: decodeURIComponent(password) } }
}

async function psql(address: DatabaseAddress, mayWrite: boolean): Promise<void> {
  const { words, environment } = psqlCall(address, mayWrite)
  const child = spawn('psql', words, { stdio: 'inherit', env: { ...process.env, ...environment } })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new StartError('psql ended with an error; it has said which.')
}
