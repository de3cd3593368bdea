import type { Chance } from '../chance.ts'
import { BALANCES, INCOME } from './judge-world.ts'
import { type MasterChange, SUMMARY_ACCOUNTS } from './naive-changes.ts'
import type { NaiveLedger } from './naive.ts'
import type { Step } from './naive-steps.ts'

const VAT_ACCOUNTS = [6902, 6904, 6906]
const KINDS = ['result', 'balance'] as const

/** Changes of master data, most of which would bend the past if they were let. */
export function* changeSome(chance: Chance, naive: NaiveLedger): Generator<Step> {
  for (let left = chance.int(0, 3); left > 0; left -= 1) yield { do: 'change', ...randomChange(chance, naive) }
}

function randomChange(chance: Chance, { facts, entries }: NaiveLedger): MasterChange {
  const party = chance.pick(['customer', 'supplier'] as const)
  const number = chance.int(1, 4)
  const summaries = SUMMARY_ACCOUNTS.filter((account) => account < 6000 === (party === 'customer'))
  const anyAccount = (): number =>
    chance.pick([...INCOME, ...BALANCES, ...BALANCES, ...VAT_ACCOUNTS, ...SUMMARY_ACCOUNTS])
  const change = chance.pick([
    'type',
    'vat',
    'vat',
    'group',
    'summary',
    'name',
    'system',
    'contra',
    'journal',
    'account',
  ] as const)
  switch (change) {
    case 'type':
      return { change, account: chance.pick([...INCOME, ...BALANCES]), kind: chance.pick(KINDS) }
    case 'vat':
      return changedVat(chance, facts.vat, anyAccount)
    case 'group':
      return { change, party, number, summary: chance.pick(summaries) }
    case 'summary': {
      const plain = entries.find(({ type, customer, supplier }) => type !== 7 && customer === null && supplier === null)
      if (plain) return { change, party, summary: chance.pick(summaries), account: plain.account }
      return { change: 'name', what: party, number, name: 'Uden posteringer' }
    }
    case 'name': {
      const what = chance.pick(['account', 'customer', 'supplier'] as const)
      const name = `Navn ${chance.int(1, 1000)}`
      return { change, what, number: what === 'account' ? chance.pick([...INCOME, ...BALANCES]) : number, name }
    }
    case 'system': {
      const purpose = chance.pick(['rounding', 'result'] as const)
      return { change, purpose, account: chance.pick([2990, 6110, 6110, chance.pick(SUMMARY_ACCOUNTS)]) }
    }
    case 'contra':
      return { change, party, number, account: anyAccount() }
    case 'journal': {
      const deletable = [...facts.journals.keys()].filter((one) => one > 1)
      return {
        change,
        journal: chance.pick(
          deletable.length > 2 ? deletable : [2, 7].filter((one) => facts.journals.has(one)).concat(1),
        ),
      }
    }
    case 'account': {
      const free = Array.from({ length: 60 }, (_, index) => 7000 + index).find((one) => !facts.accounts.has(one))
      return { change, number: free ?? 7999, kind: chance.pick(KINDS) }
    }
  }
}

/** One thing of a code, changed or left. */
function changedVat(
  chance: Chance,
  codes: NaiveLedger['facts']['vat'],
  anyAccount: () => number,
): Extract<MasterChange, { change: 'vat' }> {
  const code = chance.pick([...codes.keys()])
  const { rate, account, reverse } = codes.get(code)!
  const same = { change: 'vat', code, rate, account, reverse } as const
  const part = chance.int(0, 2)
  if (part === 0) return { ...same, rate: chance.decimal(400_000, 4) }
  return part === 1 ? { ...same, account: anyAccount() } : { ...same, reverse: anyAccount() }
}
