import { recorded } from '../faults/recorded.ts'
import { openDatabase } from '../../src/database/connection.ts'
import { testDatabase } from '../database/harness.ts'
import { newClient, type TestService, testNode } from './harness.ts'

/** A service that several test files use. */
export interface SharedService extends TestService {
  /** The text of every statement it has sent so far. */
  statements: ReadonlySet<string>
}

let shared: Promise<SharedService> | undefined

/**
 * The one service of this process, because making one takes longer than most files. Every test file uses it that needs
 * no other settings, no database of its own and no log to itself. It runs as the role that can do no more than a
 * service needs. Files know their rows by their agreement. It ends with the process.
 */
export function sharedService(): Promise<SharedService> {
  shared ??= start()
  return shared
}

async function start(): Promise<SharedService> {
  const { database, own, url, serviceUrl } = await testDatabase()
  const statements = new Set<string>()
  const node = await testNode(recorded(openDatabase({ url: serviceUrl }, 10), statements))
  node.app.server.unref()
  return {
    ...node,
    database,
    own,
    databaseUrl: url,
    statements,
    client: (options) => newClient(database, node.baseUrl, options),
    async stop() {},
  }
}
