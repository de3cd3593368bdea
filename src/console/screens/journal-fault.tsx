import { api } from '../api.ts'
import type { Fault as FaultSaid } from '../refusal.ts'
import type { Account, Journal } from '../books.ts'
import { draftPaths, type Voucher } from '../drafts.ts'
import { cents } from '../money.ts'
import { shown } from '../parts/figure.tsx'
import { Attach } from '../parts/attach.tsx'
import { Icon } from '../parts/icon.tsx'
import { setQuery } from '../route.ts'
import { isReadOnly } from '../session.ts'
import { t } from '../words.ts'
import { RateCures, RatesSaid, useRates } from './journal-rates.tsx'

interface FaultProps {
  voucher: Voucher
  faults: readonly FaultSaid[]
  journal: Journal
  chart: readonly Account[]
  /** Whether it has a document. */
  isFiled: boolean
}

/** Whether a phone shows the page: then a line is typed in a form. */
export const isPhone = (): boolean => matchMedia('(max-width: 640px)').matches

/** How many columns a cell below a line takes, beside those of voucher, date and kind: a phone shows fewer. */
export const columnsBelow = (): number => (isPhone() ? 3 : 8)

/** What is wrong with a voucher, under its last line, with the cure. */
export function Fault({ voucher, faults, journal, chart, isFiled }: FaultProps) {
  const [line] = voucher.lines
  const off = faults.find((one) => one.voucher?.difference !== undefined)?.voucher?.difference
  const told = useRates(journal.number, voucher, off !== undefined)
  const hasNoContra = voucher.lines.length === 1 && line!.contraAccountNumber === null
  const contra = journal.supplierContraAccount ?? journal.customerContraAccount
  const pay = (): void => {
    void api.write('PUT', draftPaths.all, { body: { ...line, contraAccountNumber: contra } })
  }
  const add = (): void =>
    setQuery({ line: 'new', v: String(voucher.number), amount: off === undefined ? undefined : shown(-cents(off)) })
  return (
    <tr class="ft">
      {!isPhone() && <td colSpan={2} />}
      <td class="w1360 only-wide" />
      <td colSpan={columnsBelow() + (isPhone() ? 2 : 0)}>
        <div class="fault">
          <Icon name="warn" />
          <span>
            {off === undefined ? (
              faults.map(({ message }) => message).join(' ')
            ) : (
              <b>{t('offBy', { amount: shown(off) })} </b>
            )}
            {off !== undefined && hasNoContra && `${t('noContra')} `}
            {told && <RatesSaid told={told} />}
            {!isReadOnly() && (
              <span class="cures">
                {off !== undefined && hasNoContra && contra !== null && (
                  <button type="button" class="l" data-stop="v" onClick={pay}>
                    {t('payFrom', {
                      account: `${contra} ${chart.find(({ number }) => number === contra)?.name ?? ''}`,
                    })}
                  </button>
                )}
                {told && !hasNoContra && <RateCures voucher={voucher} told={told} chart={chart} />}
                {off !== undefined && !hasNoContra && !told && (
                  <button type="button" class="l" data-stop="v" onClick={add}>
                    {t('addLine')}
                  </button>
                )}
                {!isFiled && <Attach journal={journal} voucher={voucher} look="l" />}
              </span>
            )}
          </span>
        </div>
      </td>
    </tr>
  )
}
