import { api } from '../api.ts'
import type { Fault as FaultSaid } from '../refusal.ts'
import type { Journal } from '../books.ts'
import { draftPaths, type Voucher } from '../drafts.ts'
import { cents } from '../money.ts'
import { shown } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { setQuery } from '../route.ts'
import { t } from '../words.ts'

interface FaultProps {
  voucher: Voucher
  faults: readonly FaultSaid[]
  journal: Journal
  accounts: ReadonlyMap<number, string>
}

/** How many columns a cell below a line takes, beside those of voucher, date and kind: a phone shows fewer. */
export const columnsBelow = (): number => (matchMedia('(max-width: 640px)').matches ? 3 : 7)

/** What is wrong with a voucher, under its last line, with the cure. */
export function Fault({ voucher, faults, journal, accounts }: FaultProps) {
  const [line] = voucher.lines
  const off = faults.find((one) => one.voucher?.difference !== undefined)?.voucher?.difference
  const hasNoContra = voucher.lines.length === 1 && line!.contraAccountNumber === null
  const contra = journal.supplierContraAccount ?? journal.customerContraAccount
  const pay = (): void => {
    void api.write('PUT', draftPaths.all, { body: { ...line, contraAccountNumber: contra } })
  }
  const add = (): void =>
    setQuery({ line: 'new', v: String(voucher.number), amount: off === undefined ? undefined : shown(-cents(off)) })
  return (
    <tr class="ft">
      <td colSpan={2} />
      <td class="w1360 only-wide" />
      <td colSpan={columnsBelow()}>
        <div class="fault">
          <Icon name="warn" />
          <span>
            {off === undefined ? (
              faults.map(({ message }) => message).join(' ')
            ) : (
              <b>{t('offBy', { amount: shown(off) })} </b>
            )}
            {off !== undefined && hasNoContra && `${t('noContra')} `}
            {off !== undefined && hasNoContra && contra !== null && (
              <button type="button" class="l" data-stop="v" onClick={pay}>
                {t('payFrom', { account: `${contra} ${accounts.get(contra) ?? ''}` })}
              </button>
            )}
            {off !== undefined && !hasNoContra && (
              <button type="button" class="l" data-stop="v" onClick={add}>
                {t('addLine')}
              </button>
            )}
          </span>
        </div>
      </td>
    </tr>
  )
}
