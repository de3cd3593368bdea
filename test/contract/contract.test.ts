import { expect, test } from 'vitest'
import type { Api } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'
import { type Difference, differencesOf, missingOf } from './compare.ts'
import { contract } from './contract.ts'
import { exceptions } from './exceptions.ts'

/** APIs of our own: what the contract lacks, and the root path of spec 2 (contract README, note 10). */
const isOurs = ({ prefix }: Api): boolean =>
  prefix.startsWith('/daybookapi') || prefix === '' || prefix.startsWith('/accounting-years')

const published = apis.filter((api) => !isOurs(api))

const differences = published.flatMap((api) => {
  const known = contract.find((one) => one.api === api.name)
  return known ? differencesOf(api, known) : [{ at: `api ${api.name}`, ours: 'declared', contract: 'absent' }]
})

const isSame = (one: Difference, other: Difference): boolean =>
  one.at === other.at && one.ours === other.ours && one.contract === other.contract

test('nothing that the contract has is missing', () => {
  expect(missingOf(published, contract)).toEqual([])
})

test('declarations equal the contract, but for the exceptions listed', () => {
  const unexplained = differences.filter((found) => !exceptions.some((exception) => isSame(found, exception)))
  expect(unexplained.map(({ at, ours, contract }) => `${at}: ours ${ours}, contract ${contract}`)).toEqual([])
})

test('every exception still is one, and has its reason', () => {
  const stale = exceptions.filter((exception) => !differences.some((found) => isSame(found, exception)))
  expect(stale.map(({ at }) => at)).toEqual([])
  expect(exceptions.filter(({ reason }) => reason.trim() === '')).toEqual([])
})
