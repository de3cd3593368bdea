import { useMaster, useRead } from '../reads.ts'
import type { Listed } from '../books.ts'
import { type DraftInvoice, type DraftSums, type InvoiceLine, invoicePaths } from '../invoices.ts'
import { columnWidth } from '../parts/column-width.ts'
import { Figure, shown } from '../parts/figure.tsx'
import { hrefWith, route } from '../route.ts'
import { isReadOnly } from '../session.ts'
import { t } from '../words.ts'
import { columnsOfLine, decimal, EditedLine } from './invoice-line.tsx'

/** The lines of a draft, with the one that is typed in its place; the last begins a new one. */
export function InvoiceLines({ draft, lines }: { draft: DraftInvoice; lines: readonly InvoiceLine[] }) {
  const units = useMaster<Listed<{ number: number; name: string }>>(invoicePaths.units, true).data?.items ?? []
  const unitOf = (line: InvoiceLine): string | undefined => units.find(({ number }) => number === line.unitNumber)?.name
  const edited = isReadOnly() ? null : route.value.query.get('line')
  return (
    <table class="t il" data-grid="main">
      <Heads lines={lines} />
      <tbody>
        {lines.map((line) =>
          edited === String(line.number) ? (
            <EditedLine key={line.number} draft={draft} line={line} unit={unitOf(line)} />
          ) : (
            <Line key={line.number} line={line} unit={unitOf(line)} />
          ),
        )}
        {edited === 'new' && <EditedLine key="new" draft={draft} line={undefined} unit={undefined} />}
        {edited !== 'new' && !isReadOnly() && (
          <tr>
            <td class="m3 n only-wide">{lines.length + 1}</td>
            <td colSpan={columnsOfLine()}>
              <a class="l" href={hrefWith({ line: 'new' })} data-stop="a">
                {t('nextLine')} <kbd>N</kbd>
              </a>
            </td>
            <td class="w1360 only-wide" />
          </tr>
        )}
      </tbody>
    </table>
  )
}

const quantityOf = ({ quantity }: InvoiceLine): string => (quantity === null ? '' : decimal(quantity))
const priceOf = ({ unitNetPrice }: InvoiceLine): string => (unitNetPrice === null ? '' : decimal(unitNetPrice, 2))

const Heads = ({ lines }: { lines: readonly InvoiceLine[] }) => (
  <>
    <colgroup>
      <col class="i-no only-wide" />
      <col class="i-pro" />
      <col />
      <col style={columnWidth(lines.map(quantityOf), 66)} />
      <col class="i-unit only-wide" />
      <col style={columnWidth(lines.map(priceOf), 88)} />
      <col class="i-dis only-wide" />
      <col
        style={columnWidth(
          lines.map(({ totalNetAmount }) => shown(totalNetAmount)),
          98,
        )}
      />
      <col class="i-mar w1360 only-wide" />
    </colgroup>
    <thead>
      <tr>
        <th class="only-wide">
          <span class="hide">{t('no')}</span>
        </th>
        <th>{t('product')}</th>
        <th>{t('description')}</th>
        <th class="n">{t('quantity')}</th>
        <th class="only-wide">
          <span class="hide">{t('unit')}</span>
        </th>
        <th class="n">{t('price')}</th>
        <th class="n only-wide">{t('discount')}</th>
        <th class="n">{t('amount')}</th>
        <th class="n w1360 only-wide">{t('margin')}</th>
      </tr>
    </thead>
  </>
)

function Line({ line, unit }: { line: InvoiceLine; unit: string | undefined }) {
  const href = hrefWith({ line: isReadOnly() ? undefined : String(line.number) })
  return (
    <tr>
      <td class="m3 n only-wide">{line.userInterfaceNumber}</td>
      <td class="id tr i-which">{line.productNumber}</td>
      <td class="tr i-what">
        <a href={href} data-stop="a">
          {line.description ?? '…'}
        </a>
      </td>
      <td class="n i-many">{quantityOf(line)}</td>
      <td class="s m2 tr only-wide">{line.quantity !== null && unit}</td>
      <td class="n i-each">{priceOf(line)}</td>
      <td class="n i-off">{Number(line.discountPercentage ?? 0) !== 0 && decimal(line.discountPercentage!)}</td>
      <td class="n b i-sum">
        {line.totalNetAmount !== null && <Figure amount={line.totalNetAmount} href={href} column="amount" />}
      </td>
      <td class="n m3 w1360 only-wide">{line.marginPercentage !== null && `${decimal(line.marginPercentage)} %`}</td>
    </tr>
  )
}

/** What the draft comes to, as the service computed it. */
export function Totals({ draft }: { draft: DraftInvoice }) {
  const sums = useRead<DraftSums>(invoicePaths.sums(draft.number)).data
  const margin = sums?.marginInBaseCurrency ?? null
  const percentage = sums?.marginPercentage ?? null
  const rate = sums?.vatRate ?? null
  return (
    <dl class="sums" aria-live="polite">
      <div>
        <dt class="m2">{t('withoutVat')}</dt>
        <dd class="n">{sums && shown(sums.netAmount)}</dd>
      </div>
      <div>
        <dt class="m2">{rate === null ? t('vat') : t('vatOfRate', { rate: decimal(rate) })}</dt>
        <dd class="n">{shown(draft.vatAmount)}</dd>
      </div>
      <div class="tot">
        <dt>{t('totalIn', { currency: draft.currencyCode })}</dt>
        <dd class="n">{shown(draft.amount)}</dd>
      </div>
      {margin !== null && (
        <div>
          <dt class="m3">{t('margin')}</dt>
          <dd class="n m3">
            {shown(margin)}
            {percentage !== null && ` · ${decimal(percentage)} %`}
          </dd>
        </div>
      )}
    </dl>
  )
}
