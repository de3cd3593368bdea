import type { NaiveFacts, NaiveParty } from './naive-facts.ts'
import type { NaiveEntry } from './naive-open-items.ts'

/** A change of master data, of what books have been made with already or will be. */
export type MasterChange =
  | { change: 'type'; account: number; kind: 'result' | 'balance' }
  | { change: 'vat'; code: string; rate: string; account: number; reverse: number | undefined }
  | { change: 'group'; party: 'customer' | 'supplier'; number: number; summary: number }
  | { change: 'summary'; party: 'customer' | 'supplier'; summary: number; account: number }
  | { change: 'name'; what: 'account' | 'customer' | 'supplier'; number: number; name: string }
  | { change: 'system'; purpose: 'rounding' | 'result'; account: number }
  | { change: 'contra'; party: 'customer' | 'supplier'; number: number; account: number }
  | { change: 'journal'; journal: number }
  | { change: 'account'; number: number; kind: 'result' | 'balance' }

/** Open while anything is left of it, in base currency or its own: 0.01 EUR may be 0.00 DKK. */
const isOpen = ({ remainder, open }: NaiveEntry): boolean => remainder !== null && (remainder !== 0n || open !== 0n)

const ofParty =
  (kind: 'customer' | 'supplier', number: number) =>
  (entry: NaiveEntry): boolean =>
    entry[kind] === number

/** Accounts of groups: all that parties were in from the beginning. */
export const SUMMARY_ACCOUNTS = [5600, 5605, 6800, 6805]

const whereSummary = (account: number | undefined, property: string): string[] =>
  SUMMARY_ACCOUNTS.includes(account ?? 0) ? [`${property}: AccountIsSummaryAccount`] : []

const whereBarred = (facts: NaiveFacts, account: number | undefined, property: string): string[] =>
  facts.accounts.get(account ?? 0)?.barred ? [`${property}: AccountIsBarred`] : []

function changeVat(
  facts: NaiveFacts,
  entries: readonly NaiveEntry[],
  { code, rate, account, reverse }: Extract<MasterChange, { change: 'vat' }>,
): string[] {
  const old = facts.vat.get(code)!
  const isUsed = entries.some(({ vat }) => vat === code)
  const differs = { rate: Number(rate) !== Number(old.rate), accountNumber: account !== old.account }
  const kept = Object.entries({ ...differs, contraAccountNumber: reverse !== old.reverse })
  const faults = isUsed ? kept.flatMap(([property, is]) => (is ? [`${property}: VatCodeInUse`] : [])) : []
  faults.push(...whereSummary(account, 'accountNumber'), ...whereSummary(reverse, 'contraAccountNumber'))
  faults.push(...whereBarred(facts, account, 'accountNumber'), ...whereBarred(facts, reverse, 'contraAccountNumber'))
  if (faults.length === 0) facts.vat.set(code, { ...old, rate, account, reverse })
  return faults
}

/** What a change is refused for, as the API says it; where nothing, it is made. */
export function changeMaster(
  facts: NaiveFacts,
  entries: readonly NaiveEntry[],
  hasDrafts: (journal: number) => boolean,
  step: MasterChange,
): string[] {
  const parties = (kind: 'customer' | 'supplier'): Map<number, NaiveParty> =>
    kind === 'customer' ? facts.customers : facts.suppliers
  switch (step.change) {
    case 'type': {
      const account = facts.accounts.get(step.account)!
      const isBooked = entries.some((entry) => entry.account === step.account)
      if (isBooked && account.kind !== step.kind) return ['type: AccountInUse']
      account.kind = step.kind
      return []
    }
    case 'vat':
      return changeVat(facts, entries, step)
    case 'group': {
      const party = parties(step.party).get(step.number)!
      const hasOpen = entries.filter(ofParty(step.party, step.number)).some(isOpen)
      if (hasOpen && party.summary !== step.summary) return ['groupNumber: PartyHasOpenItems']
      party.summary = step.summary
      return []
    }
    case 'summary': {
      const isCustomer = step.party === 'customer'
      const members = [...parties(step.party)].filter(([, { summary }]) => summary === step.summary)
      const hasOpen = members.some(([number]) => entries.filter(ofParty(step.party, number)).some(isOpen))
      const codes = isCustomer
        ? ['AccountCannotBeSummaryAccount', 'GroupHasOpenItems']
        : ['SupplierGroupDoesNotContainsRequiredAccounts', 'SupplierGroupIsInUse']
      return (hasOpen ? codes : codes.slice(0, 1)).map((code) => `accountNumber: ${code}`)
    }
    case 'name':
      if (step.what !== 'account') parties(step.what).get(step.number)!.name = step.name
      return []
    case 'system': {
      const { kind } = facts.accounts.get(step.account)!
      if (kind === 'heading' || (step.purpose === 'result' && kind === 'result')) {
        return ['accountNumber: AccountIsNotBalanceOrProfitAndLossType']
      }
      const isSummary = whereSummary(step.account, 'accountNumber')
      const faults = isSummary.length > 0 ? isSummary : whereBarred(facts, step.account, 'accountNumber')
      if (faults.length === 0) facts[step.purpose] = step.account
      return faults
    }
    case 'contra': {
      const faults = whereSummary(step.account, 'contraAccountNumber')
      if (faults.length === 0) parties(step.party).get(step.number)!.contra = step.account
      return faults
    }
    case 'journal': {
      if (hasDrafts(step.journal)) return ['number: JournalMustBeEmptyBeforeDeleting']
      const journal = facts.journals.get(step.journal)!
      facts.journals.delete(step.journal)
      // Its vouchers stay reversible, and nobody can raise its maximum.
      facts.deletedJournals.set(step.journal, { ...journal, maximum: 999_999_999 })
      return []
    }
    case 'account':
      facts.accounts.set(step.number, { number: step.number, kind: step.kind, barred: false, blocked: false })
      return []
  }
}
