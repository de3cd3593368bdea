import type { BankPosting, Suggestion } from '../bank.ts'
import type { Account } from '../books.ts'
import { shown } from '../parts/figure.tsx'
import { dayName } from '../period.ts'
import { counted, t } from '../words.ts'

const accountOf = (chart: readonly Account[], { accountNumber, vatCode }: BankPosting): string => {
  const name = chart.find(({ number }) => number === accountNumber)?.name ?? ''
  return `${accountNumber} ${name}${vatCode === undefined ? '' : ` · ${vatCode}`}`
}

/** What a suggestion says in the reader's words: what the line may belong to, and why. */
export function saidOf({ kind, code, facts, match }: Suggestion, chart: readonly Account[]) {
  const { name = '', shared, lessAmount, moreAmount, openAmount, openCurrency, payer, isDrafted, count = 0 } = facts
  if (kind === 'entry' || kind === 'draft') {
    const what = t(kind === 'entry' ? 'sugEntry' : 'sugDraft', { day: dayName(facts.date) })
    return { what, why: shared === undefined ? t('sugNear') : t('sugShared', { shared }) }
  }
  if (kind === 'rule' || kind === 'alike') {
    const what = (match.lines ?? []).map((one) => accountOf(chart, one)).join(', ')
    if (kind === 'alike') return { what, why: counted('sugAlikeOne', 'sugAlikeMany', count) }
    return { what, why: t('sugRule', { n: facts.ruleNumber ?? 0, like: facts.textLike ?? '' }) }
  }
  const invoices = (match.items ?? []).map(({ invoiceNumber }) => invoiceNumber)
  const what = `${counted('sugInvoice', 'sugInvoices', invoices.length, { n: invoices.join(', ') })} ${name}`
  const less = lessAmount === undefined ? '' : shown(lessAmount)
  if (code === 'ItemsLessFee') return { what, why: t('sugFee', { amount: less }) }
  if (lessAmount !== undefined) return { what, why: t('sugLess', { amount: less }) }
  if (moreAmount !== undefined) return { what, why: t('sugMore', { amount: shown(moreAmount) }) }
  if (payer !== undefined) return { what, why: t('sugPayer', { name: payer }) }
  if (isDrafted) return { what, why: t('sugDrafted') }
  if (openCurrency !== undefined)
    return { what, why: t('sugCurrency', { amount: `${openCurrency} ${shown(openAmount)}` }) }
  if (code === 'SameAmountOpen') return { what, why: t('sugOnly') }
  if (code === 'ItemNamed' || code === 'ItemsNamed') return { what, why: t('sugNumber') }
  return { what, why: t('sugParty') }
}
