import type { ReadonlySignal } from '@preact/signals'
import { type BankAccount, bankPaths } from '../bank.ts'
import { type Ledger, type Listed, paths } from '../books.ts'
import { ownNumber, restOf, type Typing, type Voucher } from '../drafts.ts'
import type { Posting } from '../invoices.ts'
import { useLast } from '../last.ts'
import { cents, sumOf } from '../money.ts'
import { Figure, shown } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { today } from '../period.ts'
import { useMaster, useRead } from '../reads.ts'
import { hrefOf, route, setQuery } from '../route.ts'
import { baseCurrency, isReadOnly } from '../session.ts'
import { format } from '../settings.ts'
import { counted, t } from '../words.ts'
import { useYears, yearWith } from '../years.ts'
import type { Tried } from './journal-tried.ts'

interface FootProps {
  vouchers: readonly Voucher[]
  tried: Tried
  typing: ReadonlySignal<Typing | undefined>
}

/** Under a journal: what the chosen voucher is off by, also while it is typed, and what the bank has afterwards. */
export function JournalFoot({ vouchers, tried, typing }: FootProps) {
  return (
    <div class="jft">
      <Rest vouchers={vouchers} tried={tried} typing={typing} />
      <After vouchers={vouchers} postings={tried.postings} />
      {!isReadOnly() && !route.value.query.has('line') && (
        <button type="button" class="btn only-phone" onClick={() => setQuery({ line: 'new', v: undefined })}>
          <Icon name="plus" /> {t('newLine')}
        </button>
      )}
    </div>
  )
}

function Rest({ vouchers, tried, typing }: FootProps) {
  const chosen = Number(route.value.query.get('v') ?? Number.NaN)
  const typed = typing.value
  const voucher = vouchers.find(({ number }) => number === chosen)
  if (!voucher && !typed) {
    const { length } = vouchers
    return length > 0 && <span class="m2">{counted('voucherOne', 'voucherMany', length)}</span>
  }
  const said = voucher && tried.of.get(voucher.number)?.find((one) => one.voucher?.difference !== undefined)
  const difference = said?.voucher?.difference
  const rest =
    restOf(voucher?.lines ?? [], typed, baseCurrency(), format.value) ??
    (typed || difference === undefined ? undefined : cents(difference))
  return (
    <span>
      {voucher && <span class="m2">{`${t('voucher')} ${voucher.number}`}</span>}
      {rest !== undefined && (
        <span>
          {t('balance')} <b class={rest === 0n ? 'pos n' : 'neg n'}>{shown(rest)}</b>
        </span>
      )}
    </span>
  )
}

/** The bank account that most lines of the vouchers are of; undefined where none is of a bank. */
function bankOf(vouchers: readonly Voucher[], banks: readonly BankAccount[]): BankAccount | undefined {
  const numbers = vouchers.flatMap(({ lines }) => lines).flatMap((one) => [one.contraAccountNumber, ownNumber(one)])
  const counted = banks.map((bank) => ({
    bank,
    count: numbers.filter((number) => number === bank.accountNumber).length,
  }))
  return counted.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count)[0]?.bank
}

/** What the bank has once all that can be booked is booked: what it has on the last day, and what is posted to it. */
function After({ vouchers, postings }: { vouchers: readonly Voucher[]; postings: readonly Posting[] | undefined }) {
  const years = useYears() ?? []
  const banks = useMaster<Listed<BankAccount>>(isReadOnly() ? undefined : bankPaths.accounts, true).data?.items ?? []
  const bank = bankOf(vouchers, banks)
  const days = vouchers.flatMap(({ lines }) => lines.map(({ date }) => date.slice(0, 10)))
  const last = days.reduce((latest, day) => (day > latest ? day : latest), today())
  const ledger = useRead<Ledger>(
    bank && yearWith(years, last) ? paths.ledger(bank.accountNumber, last, last) : undefined,
  )
  const [account] = ledger.data?.accounts ?? []
  // While booking is tried anew, what was said before stands.
  const said = useLast(postings)
  if (!bank || !account || !said) return null
  const own = said.filter(({ accountNumber }) => accountNumber === bank.accountNumber)
  const after = cents(account.closingBalance) + sumOf(own.map((one) => one.amountInBaseCurrency))
  return (
    <span class="only-wide">
      <span class="m2">{t('afterBooking', { account: `${account.name} ${bank.accountNumber}` })}</span>
      <b>
        <Figure amount={after} href={hrefOf(`/accounts/${bank.accountNumber}`, { period: last.slice(0, 7) })} />
      </b>
    </span>
  )
}
