import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { type BankLine, bankPaths, leftOf, patternOf, type BankPosting } from '../bank.ts'
import type { Account } from '../books.ts'
import { typedAmount } from '../money.ts'
import { AccountField, accountTyped } from '../parts/account-field.tsx'
import { Faults } from '../parts/faults.tsx'
import { shown } from '../parts/figure.tsx'
import { ReasonForm } from '../parts/reason-form.tsx'
import { VatCodes } from '../parts/vat-codes.tsx'
import { isReadOnly } from '../session.ts'
import { format } from '../settings.ts'
import { t } from '../words.ts'
import { useWriting } from '../writing.ts'

interface Row {
  account: string
  vatCode: string
  amount: string
}

/** What is typed for a line, and the postings that it makes; undefined while something is missing. */
export interface TypedPostings {
  rows: readonly Row[]
  change: (at: number, changes: Partial<Row>) => void
  postings: readonly BankPosting[] | undefined
  left: string | undefined
}

/** Postings that are typed for a line: the first takes all that the others leave. */
export function useTyped(line: BankLine, chart: readonly Account[]): TypedPostings {
  const [rows, setRows] = useState<readonly Row[]>([{ account: '', vatCode: '', amount: shown(line.amount) }])
  const amounts = rows.map(({ amount }) => typedAmount(amount, format.value))
  const left = leftOf(line.amount, amounts)
  const postings = rows.map(({ account, vatCode }, at): BankPosting | undefined => {
    const found = accountTyped(chart, account)
    const amount = amounts[at]
    if (!found || amount === undefined) return undefined
    return {
      accountNumber: found.number,
      amount,
      ...(vatCode.trim() === '' ? {} : { vatCode: vatCode.trim().toUpperCase() }),
    }
  })
  const change = (at: number, changes: Partial<Row>): void => {
    const found = changes.account === undefined ? undefined : accountTyped(chart, changes.account)
    const withCode = found?.vatCode && !rows[at]?.vatCode ? { vatCode: found.vatCode } : {}
    const next = rows.map((row, place) => (place === at ? { ...row, ...withCode, ...changes } : row))
    const rest = leftOf(
      line.amount,
      next.map(({ amount }) => typedAmount(amount, format.value)),
    )
    // What is left of the amount waits on a line of its own.
    const isSplit = changes.amount !== undefined && rest !== undefined && next.at(-1)!.account !== '' && isAmount(next)
    setRows(isSplit ? [...next, { account: '', vatCode: '', amount: shown(rest) }] : next)
  }
  const isWhole = postings.every((one) => one !== undefined) && left === undefined
  return { rows, change, left, postings: isWhole ? postings : undefined }
}

const isAmount = (rows: readonly Row[]): boolean =>
  rows.every(({ amount }) => typedAmount(amount, format.value) !== undefined)

interface ByHandProps {
  typed: TypedPostings
  line: BankLine
  chart: readonly Account[]
}

/** Fields for the accounts of a line; less than all of it makes a line for the rest. */
export function ByHand({ typed, line, chart }: ByHandProps) {
  const { rows, change, left } = typed
  return (
    <>
      {rows.map((row, at) => (
        <div class="byh" key={at}>
          <AccountField
            label={t('account')}
            value={row.account}
            chart={chart}
            change={(account) => change(at, { account })}
          />
          <label class="f">
            <span class="s m2">{t('vatCode')}</span>
            <input
              class="in-t"
              list="vat-codes"
              value={row.vatCode}
              autocomplete="off"
              onInput={(event) => change(at, { vatCode: event.currentTarget.value })}
            />
          </label>
          <label class="f">
            <span class="s m2">{t('amount')}</span>
            <input
              class="in-t n"
              value={row.amount}
              autocomplete="off"
              onChange={(event) => change(at, { amount: event.currentTarget.value })}
            />
          </label>
        </div>
      ))}
      <VatCodes />
      {left !== undefined && <p class="s warn">{t('bankLeft', { amount: shown(left) })}</p>}
      <Rule line={line} row={rows.length === 1 ? rows[0]! : undefined} chart={chart} />
    </>
  )
}

/** Makes a rule of what is typed, so that the next line of this text is suggested. */
function Rule({ line, row, chart }: { line: BankLine; row: Row | undefined; chart: readonly Account[] }) {
  const [like, setLike] = useState<string | undefined>(undefined)
  const [isMade, setMade] = useState(false)
  const writing = useWriting()
  const account = row && accountTyped(chart, row.account)
  if (!row || !account || isReadOnly()) return null
  const make = async (): Promise<void> => {
    const vat = row.vatCode.trim() === '' ? {} : { vatCode: row.vatCode.trim().toUpperCase() }
    const body = { textLike: like, accountNumber: account.number, ...vat }
    if (await writing.send('POST', bankPaths.rules, { body })) setMade(true)
  }
  if (isMade) return <p class="s pos">{t('bankRuleMade', { like: like ?? '' })}</p>
  return (
    <div class="rule">
      {like === undefined ? (
        <button type="button" class="l s" onClick={() => setLike(patternOf(line.text))}>
          {t('bankRule')}
        </button>
      ) : (
        <div class="row">
          <label class="f grow">
            <span class="s m2">{t('bankRuleLike')}</span>
            <input class="in-t" value={like} onInput={(event) => setLike(event.currentTarget.value)} />
          </label>
          <button type="button" class="btn" disabled={writing.isSending} onClick={() => void make()}>
            {t('bankRuleMake')}
          </button>
        </div>
      )}
      <Faults messages={writing.messages} />
    </div>
  )
}

/** Says that a line belongs to nothing in the ledger, and why. */
export const Ignore = ({ line, others }: { line: BankLine; others: ComponentChildren }) => (
  <ReasonForm path={bankPaths.state(line.number, 'ignore')} label={t('bankIgnoreWhy')} word={t('bankIgnore')}>
    {others}
  </ReasonForm>
)
