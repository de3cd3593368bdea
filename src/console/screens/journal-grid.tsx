import type { Signal } from '@preact/signals'
import { Component } from 'preact'
import { useEffect } from 'preact/hooks'
import { useMaster } from '../reads.ts'
import type { Fault as FaultSaid } from '../refusal.ts'
import type { Account, Journal, Listed } from '../books.ts'
import { type DraftEntry, draftPaths, ownNumber, partyOf, type Typing, type Voucher } from '../drafts.ts'
import type { Papers } from '../filed.ts'
import { columnWidth } from '../parts/column-width.ts'
import { Figure, shown } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { type Headed, Nothing } from '../parts/states.tsx'
import { dayName } from '../period.ts'
import { hrefWith, route } from '../route.ts'
import { baseCurrency, isReadOnly } from '../session.ts'
import { t } from '../words.ts'
import { EditedLine } from './journal-line.tsx'
import { Fault } from './journal-fault.tsx'
import { typeWord } from './journal-type.ts'

type Names = ReadonlyMap<number, string>

function useNames(kind: 'customers' | 'suppliers', numbers: readonly number[]): Names {
  const wanted = [...new Set(numbers)].sort((a, b) => a - b).slice(0, 200)
  const path = wanted.length === 0 ? undefined : draftPaths.parties(kind, wanted)
  const listed = useMaster<Listed<{ number: number; name: string }>>(path, true).data?.items ?? []
  return new Map(listed.map(({ number, name }) => [number, name]))
}

const isThere = (number: number | null): number is number => number !== null

interface GridProps {
  journal: Journal
  vouchers: readonly Voucher[]
  chart: readonly Account[]
  faults: ReadonlyMap<number, readonly FaultSaid[]>
  papers: Papers
  /** Where the line that is typed says what it has. */
  typing: Signal<Typing | undefined>
}

/** The lines of a journal, with the one that is typed in its place, and each voucher's fault under its last line. */
export function Grid({ journal, vouchers, chart, faults, papers, typing }: GridProps) {
  const { query } = route.value
  const lines = vouchers.flatMap((voucher) => voucher.lines)
  const customers = useNames('customers', lines.map(({ customerNumber }) => customerNumber).filter(isThere))
  const suppliers = useNames('suppliers', lines.map(({ supplierNumber }) => supplierNumber).filter(isThere))
  const accounts: Names = new Map(chart.map(({ number, name }) => [number, name]))
  const edited = isReadOnly() ? null : query.get('line')
  const chosen = Number(query.get('v') ?? Number.NaN)
  // An address that somebody followed may name a voucher far down.
  useEffect(() => document.querySelector('.jg tr.on')?.scrollIntoView({ block: 'nearest' }), [chosen])
  const nameOf = (draft: DraftEntry): string => {
    const party = partyOf(draft.entryTypeNumber)
    const names = party === 'customerNumber' ? customers : party === 'supplierNumber' ? suppliers : accounts
    return names.get(ownNumber(draft) ?? 0) ?? ''
  }
  if (lines.length === 0 && edited !== 'new') {
    return <Nothing title={t('noDrafts', { journal: journal.name })} text={isReadOnly() ? '' : t('noDraftsText')} />
  }
  const parts = partsOf(vouchers)
  const widths = widthsOf(lines)
  return (
    <div class="scroll" tabIndex={-1} data-grid="main">
      {parts.length > 1 && <Heads widths={widths} />}
      {parts.map((part, at) => (
        <div class={parts.length > 1 ? 'jgp' : ''} key={part[0]?.number ?? 'new'}>
          <table class="t jg">
            <Columns widths={widths} isHidden={parts.length > 1} />
            <tbody>
              {part.map((voucher) => (
                <Rows key={voucher.number} {...{ voucher, journal, vouchers, chart, faults, papers, typing, nameOf }} />
              ))}
              {edited === 'new' && at === parts.length - 1 && (
                <EditedLine
                  key="new"
                  journal={journal}
                  draft={undefined}
                  chart={chart}
                  vouchers={vouchers}
                  typing={typing}
                  isFiled={papers?.has(chosen) === true}
                />
              )}
            </tbody>
          </table>
        </div>
      ))}
    </div>
  )
}

interface RowsProps extends GridProps {
  voucher: Voucher
  nameOf: (draft: DraftEntry) => string
}

/** The lines of a voucher, the one that is typed in its place, and what is wrong under the last. */
function Rows({ voucher, nameOf, ...grid }: RowsProps) {
  const { journal, chart, vouchers, typing, papers, faults } = grid
  const { query } = route.value
  const edited = isReadOnly() ? null : query.get('line')
  const isFiled = papers?.has(voucher.number)
  return (
    <>
      {voucher.lines.map((draft, place) =>
        edited === String(draft.entryNumber) ? (
          <EditedLine
            key={draft.entryNumber}
            {...{ journal, draft, chart, vouchers, typing }}
            isFiled={isFiled === true}
          />
        ) : (
          <Line
            key={draft.entryNumber}
            draft={draft}
            name={nameOf(draft)}
            isFirst={place === 0}
            isBad={faults.has(voucher.number)}
            isOn={String(voucher.number) === query.get('v')}
            isFiled={place === 0 && isFiled === true}
          />
        ),
      )}
      {faults.has(voucher.number) && (
        <Fault
          key={`fault ${voucher.number}`}
          voucher={voucher}
          faults={faults.get(voucher.number)!}
          journal={journal}
          chart={chart}
          isFiled={isFiled !== false}
        />
      )}
    </>
  )
}

/** The heads of a journal in parts; each part has its own for who does not see them. */
const Heads = ({ widths }: { widths: Widths }) => (
  <table class="t jg jgh" aria-hidden="true">
    <Columns widths={widths} />
  </table>
)

/** The columns of numbers that may be long, each as wide as its longest. */
type Widths = Readonly<Record<'vou' | 'acc' | 'amt' | 'con', { width: string }>>

function widthsOf(lines: readonly DraftEntry[]): Widths {
  const largest = (numbers: readonly number[]): number => numbers.reduce((most, one) => Math.max(most, one), 0)
  const size = largest(lines.map(({ amount }) => Math.abs(Number(amount))))
  const sign = lines.some(({ amount }) => Number(amount) < 0) ? -1 : 1
  return {
    vou: columnWidth([String(largest(lines.map(({ voucherNumber }) => voucherNumber)))], 82, 26),
    acc: columnWidth([String(largest(lines.map((line) => ownNumber(line) ?? 0)))], 56),
    amt: columnWidth([shown((sign * size).toFixed(2))], 100),
    con: columnWidth([String(largest(lines.map(({ contraAccountNumber }) => contraAccountNumber ?? 0)))], 74),
  }
}

/** Lines that are laid out together: a key that is typed among them moves no others. */
const LINES_TOGETHER = 60

/** The vouchers in parts, so that a browser lays out and draws only those that are in sight; one where they are few. */
function partsOf(vouchers: readonly Voucher[]): Voucher[][] {
  const parts: Voucher[][] = [[]]
  let lines = 0
  for (const voucher of vouchers) {
    if (lines >= LINES_TOGETHER) {
      parts.push([])
      lines = 0
    }
    parts.at(-1)!.push(voucher)
    lines += voucher.lines.length
  }
  return parts
}

const Columns = ({ widths, isHidden = false }: { widths: Widths; isHidden?: boolean }) => (
  <>
    <colgroup>
      <col style={widths.vou} />
      <col class="j-day" />
      <col class="j-cty w1360 only-wide" />
      <col style={widths.acc} />
      <col class="j-name" />
      <col class="j-vat only-wide" />
      <col class="only-wide" />
      <col style={widths.amt} />
      <col class="j-cur only-wide" />
      <col class="only-wide" style={widths.con} />
      <col class="j-clip only-wide" />
    </colgroup>
    <thead class={isHidden ? 'hide' : ''}>
      <tr>
        <th>{t('voucher')}</th>
        <th>{t('date')}</th>
        <th class="w1360 only-wide">{t('type')}</th>
        <th colSpan={2}>{t('accountParty')}</th>
        <th class="only-wide">{t('vat')}</th>
        <th class="only-wide">{t('text')}</th>
        <th class="n">{t('amount')}</th>
        <th class="only-wide">
          <span class="hide">{t('currency')}</span>
        </th>
        <th class="only-wide">{t('contra')}</th>
        <th class="only-wide">
          <span class="hide">{t('document')}</span>
        </th>
      </tr>
    </thead>
  </>
)

/** The heads of a journal whose lines are awaited. */
export const HEADED: Headed = {
  table: 'jg',
  head: <Columns widths={widthsOf([])} />,
  cells: [
    'id',
    'id',
    'w1360 only-wide',
    'id',
    'tr',
    'only-wide',
    'tr only-wide',
    'n',
    'only-wide',
    'id only-wide',
    'only-wide',
  ],
}

interface LineProps {
  draft: DraftEntry
  name: string
  isFirst: boolean
  isBad: boolean
  isOn: boolean
  isFiled: boolean
}

/** One line as it stands. Of a thousand, only those that changed are drawn again. */
class Line extends Component<LineProps> {
  override shouldComponentUpdate(next: LineProps): boolean {
    return (Object.keys(next) as (keyof LineProps)[]).some((name) => next[name] !== this.props[name])
  }

  override render({ draft, name, isFirst, isBad, isOn, isFiled }: LineProps) {
    const href = hrefWith({
      v: String(draft.voucherNumber),
      line: isReadOnly() ? undefined : String(draft.entryNumber),
    })
    const classes = [isFirst ? 'v1' : '', isBad ? 'bad' : '', isOn ? 'on' : ''].filter(Boolean).join(' ')
    return (
      <tr class={classes}>
        <td class="id">
          <a href={href} data-stop="v" aria-label={`${t('voucher')} ${draft.voucherNumber}, ${draft.text ?? ''}`}>
            {isFirst ? draft.voucherNumber : '↳'}
          </a>
        </td>
        <td class="id">{dayName(draft.date, true)}</td>
        <td class="m3 s tr w1360 only-wide">{typeWord(draft.entryTypeNumber)}</td>
        <td class="id">{ownNumber(draft)}</td>
        <td class="tr m2">{name}</td>
        <td class="s m2 only-wide">{draft.vatCode ?? draft.contraVatCode}</td>
        <td class="tr only-wide">{draft.text}</td>
        <td class="n">
          <Figure amount={draft.amount} href={href} />
        </td>
        <td class="s m2 only-wide">{draft.currency === baseCurrency() ? '' : draft.currency}</td>
        <td class="id only-wide">{draft.contraAccountNumber}</td>
        <td class="clip only-wide">
          {isFiled && (
            <a href={href} aria-label={t('documentOf', { voucher: draft.voucherNumber })}>
              <Icon name="clip" />
            </a>
          )}
        </td>
      </tr>
    )
  }
}
