import { api } from '../api.ts'
import type { Account } from '../books.ts'
import { type DraftEntry, draftPaths, type Unbalanced, type UnbalancedVouchers, type Voucher } from '../drafts.ts'
import { type Amount, cents, decimalOf, decimalShown } from '../money.ts'
import { shown } from '../parts/figure.tsx'
import { dayName } from '../period.ts'
import { useMaster, useRead } from '../reads.ts'
import { baseCurrency } from '../session.ts'
import { format } from '../settings.ts'
import { t } from '../words.ts'

type Rate = Unbalanced['rates'][number]

/** What the service says of a voucher with lines in other currencies that does not balance. */
export function useRates(journal: number, voucher: Voucher, isOff: boolean): Unbalanced | undefined {
  const isForeign = voucher.lines.some(({ currency }) => currency !== baseCurrency())
  const told = useRead<UnbalancedVouchers>(isOff && isForeign ? draftPaths.unbalanced : undefined).data
  const own = told?.items.filter((one) => one.journalNumber === journal && one.voucherNumber === voucher.number)
  // A voucher of several days has a fault on each: what mends one of them is not told of all.
  return own?.length === 1 && own[0]!.rates.length > 0 ? own[0] : undefined
}

const rateShown = (rate: Amount): string => decimalShown(rate, format.value, 2)
const isSame = (one: Amount, other: Amount | null): boolean => Number(one) === Number(other)

/** What a line comes to by its rate: which that is, of which day, and what it would come to by that of the table. */
function saidOf({ currency, amount, exchangeRate, amountInBaseCurrency, ...table }: Rate): string {
  const { tableDate, tableRate, amountAtTableRate } = table
  const values = {
    amount: `${currency} ${shown(amount)}`,
    base: shown(amountInBaseCurrency),
    rate: rateShown(exchangeRate),
  }
  if (tableDate === null || tableRate === null) return t('rateOfNone', values)
  const day = dayName(tableDate, true)
  if (isSame(exchangeRate, tableRate)) return t('rateOfDay', { ...values, day })
  return t('rateOther', { ...values, day, tableRate: rateShown(tableRate), tableBase: shown(amountAtTableRate) })
}

interface RatesProps {
  voucher: Voucher
  told: Unbalanced
  chart: readonly Account[]
}

/** Why lines in other currencies do not come to the others of their voucher. */
export const RatesSaid = ({ told }: Pick<RatesProps, 'told'>) => <>{told.rates.map(saidOf).join(' ')} </>

/** The rates that a line may be put to, and the account that takes the difference. */
export function RateCures({ voucher, told, chart }: RatesProps) {
  const accounts = useMaster<{ purpose: string; accountNumber: number }[]>(draftPaths.systemAccounts).data
  const account = accounts?.find(({ purpose }) => purpose === 'exchangeDifference')?.accountNumber
  const name = chart.find(({ number }) => number === account)?.name ?? ''
  const left = -cents(told.difference)
  const [last] = voucher.lines.slice(-1) as [DraftEntry]
  const put = (entryNumber: number, exchangeRate: Amount): void => {
    const line = voucher.lines.find((one) => one.entryNumber === entryNumber)
    void api.write('PUT', draftPaths.all, { body: { ...line, exchangeRate } })
  }
  const post = (): void => {
    const { journalNumber, date, text } = last
    const body = {
      entryTypeNumber: 5,
      journalNumber,
      voucherNumber: voucher.number,
      date: date.slice(0, 10),
      accountNumber: account,
      amount: decimalOf(left),
      currency: baseCurrency(),
      text,
    }
    void api.write('POST', draftPaths.all, { body, key: crypto.randomUUID() })
  }
  return (
    <>
      {told.rates.map(({ entryNumber, exchangeRate, tableDate, tableRate, balancingRate }) => (
        <>
          {tableRate !== null && !isSame(exchangeRate, tableRate) && (
            <button type="button" class="l" data-stop="v" onClick={() => put(entryNumber, tableRate)}>
              {t('takeTableRate', { day: dayName(tableDate, true) })}
            </button>
          )}
          {balancingRate !== null && !isSame(balancingRate, tableRate) && (
            <button type="button" class="l" data-stop="v" onClick={() => put(entryNumber, balancingRate)}>
              {t('takeRate', { rate: rateShown(balancingRate) })}
            </button>
          )}
        </>
      ))}
      {account !== undefined && (
        <button type="button" class="l" data-stop="v" onClick={post}>
          {t('postDifference', { amount: shown(left < 0n ? -left : left), account: `${account} ${name}` })}
        </button>
      )}
    </>
  )
}
