import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogue, type ErrorCode } from '../../src/errors/catalogue.ts'
import { operationCodes } from '../../src/openapi/errors.ts'
import { everyVersion } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'

/** By API and operation the error statuses that the published contract declares. */
type Declared = Record<string, Record<string, number[]>>

const declared = JSON.parse(readFileSync(new URL('./statuses.json', import.meta.url), 'utf8')) as Declared

/** Statuses of HTTP, and of any service. No contract declares them; spec 1 has them. */
const ANYWHERE = [408, 413, 415, 416, 417, 431, 503]

/** Codes whose status an operation may answer though the contract does not declare it there, and why. */
const EXCEPTIONS: Partial<Record<ErrorCode, string>> = {
  ActorUnknown: 'only who sends a header of ours is told, of files too',
  Conflict: 'spec 1, Status codes: a conflict with the current state, wherever two requests meet',
  JournalDoesNotExist: 'the code of a journal that is not there is 404 for its own paths, and a code has one status',
  JournalEntryDoesNotExist:
    'the code of a draft entry that is not there is 404 for its own paths, and a code has one status',
  MileageIsNotFound: 'told by approvals, and published with the whole group',
  QueryParameterUnknown: 'a parameter nobody knows is told wherever it is sent, of files too',
  RequestHeaderInvalid: 'only who sends a header of ours is told, of files too',
  RequestHeaderUnknown: 'only who sends a header of ours is told, of files too',
  RequestInvalid: 'what is no HTTP request is told wherever it is sent',
  NotFound: 'spec 1, Status codes: what a path names does not exist',
  TimeEntryCannotBeApprovedNotFound: 'told by approvals, and published with the whole group',
}

test('a code answers a status that the contract declares for its operation', () => {
  const [wrong, excepted] = [new Set<string>(), new Set<string>()]
  for (const api of everyVersion(apis).filter(({ isNewest, name }) => isNewest && name in declared)) {
    const statuses = new Map(Object.entries(declared[api.name]!).map(([name, list]) => [name.toLowerCase(), list]))
    for (const group of api.groups) {
      for (const operation of group.operations) {
        const allowed = statuses.get(`${operation.method} ${operation.path}`.toLowerCase())
        expect(allowed, `${api.name} ${operation.method} ${operation.path}`).toBeDefined()
        for (const code of operationCodes(group, operation)) {
          if ([...allowed!, ...ANYWHERE].includes(catalogue[code].status)) continue
          if (code in EXCEPTIONS) excepted.add(code)
          else wrong.add(`${code} ${catalogue[code].status} at ${api.name} ${operation.method} ${operation.path}`)
        }
      }
    }
  }
  expect([...wrong]).toEqual([])
  expect([...excepted].sort()).toEqual(Object.keys(EXCEPTIONS).sort())
})
