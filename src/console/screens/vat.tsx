import { useMaster, useRead, type Reading } from '../reads.ts'
import { type Account, type Listed, paths } from '../books.ts'
import { Page } from '../frame/page.tsx'
import { useKeys } from '../keys.ts'
import { cents, type Amount } from '../money.ts'
import { Figure, shown } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { type Headed, stateOf } from '../parts/states.tsx'
import { capital, dayInWords, dayName, daysBetween, periodName, periodOf, today } from '../period.ts'
import { go, hrefOf, hrefWith, route, setQuery } from '../route.ts'
import { language } from '../settings.ts'
import type { SettledReturn } from '../today.ts'
import { BOXES, type Box, dueVatPeriod, type Frequency, type Return, vatPaths, vatPeriods } from '../vat.ts'
import { counted, t } from '../words.ts'
import type { Word } from '../words/en.ts'
import { VatActions } from './vat-actions.tsx'
import { VatSide } from './vat-side.tsx'

/** What the VAT screen shows. */
interface Shown {
  told: Return
  settled: SettledReturn | undefined
  isLast: boolean
  chart: readonly Account[]
}

/** A VAT return: what is due and when, its boxes, the entries behind each, and what to look at. */
export function VatScreen({ period }: { period: string | undefined }) {
  const now = today()
  const settled = useRead<SettledReturn[]>(vatPaths.settled)
  const setup = useRead<{ frequency: Frequency }>(vatPaths.setup)
  const frequency = setup.data?.frequency ?? 'quarter'
  const due = settled.data && setup.data ? dueVatPeriod(settled.data, frequency, now) : undefined
  const name = period ?? due
  const told: Reading<Return> = useRead<Return>(name && vatPaths.one(name))
  const chart = useMaster<Listed<Account>>(paths.accounts, true).data?.items ?? []
  const waits = [settled, setup, told].find(({ data }) => data === undefined)
  const own = settled.data?.find((one) => one.period === name)
  const isLast = (settled.data ?? []).every(({ to }) => to <= (own?.to ?? ''))
  const day = (iso: string): string => dayInWords(iso, language.value)
  return (
    <Page
      title={name ? `${t('vatReturn')}, ${nameOf(name)}` : t('vatReturn')}
      head={
        <>
          {t('vatReturn')}
          {name && <span class="only-wide">, {nameOf(name)}</span>}
        </>
      }
      sub={told.data && `${day(told.data.from)} – ${day(told.data.to)}`}
      isFlush
      actions={
        <>
          {name && settled.data && <PeriodOf name={name} periods={vatPeriods(settled.data, frequency, now)} />}
          {told.data && <VatActions told={told.data} settled={own} isLast={isLast} />}
        </>
      }
    >
      {waits || !told.data ? (
        <Awaited waits={waits ?? told} />
      ) : (
        <Whole told={told.data} settled={own} isLast={isLast} chart={chart} />
      )}
    </Page>
  )
}

/** What is awaited stands where it will be. */
function Awaited({ waits }: { waits: Reading<unknown> }) {
  if (waits.refusal) return stateOf(waits)!
  return (
    <div class="split vt" data-voucher={false}>
      <section class="pane" aria-label={t('vatBoxes')}>
        <div class="vdue">
          <div>
            <div class="s m2">&nbsp;</div>
            <div class="figure">&nbsp;</div>
          </div>
        </div>
        {stateOf(waits, 12, HEADED)}
      </section>
      <div class="pane only-wide" />
    </div>
  )
}

const nameOf = (period: string): string => {
  const known = periodOf(period)
  return known ? periodName(known, language.value) : period
}

const PeriodOf = ({ name, periods }: { name: string; periods: readonly string[] }) => (
  <select
    class="chip on noprint"
    aria-label={t('period')}
    value={name}
    onChange={(event) => go(hrefOf(`/vat/${event.currentTarget.value}`))}
  >
    {!periods.includes(name) && <option value={name}>{capital(nameOf(name))}</option>}
    {periods.map((one) => (
      <option value={one} key={one}>
        {capital(nameOf(one))}
      </option>
    ))}
  </select>
)

function Whole(shownReturn: Shown) {
  const { told, settled } = shownReturn
  const { query } = route.value
  const box = query.get('explain') ?? query.get('box')
  useKeys({
    Escape: () => (box === null ? false : setQuery({ box: undefined, explain: undefined })),
  })
  return (
    <div class="split vt" data-voucher={box !== null}>
      <section class="pane" aria-label={t('vatBoxes')}>
        <Due told={told} settled={settled} />
        <div class="scroll" tabIndex={-1}>
          <Boxes told={told} box={box} />
        </div>
      </section>
      <VatSide {...shownReturn} box={box} />
    </div>
  )
}

/** The sentence that matters: what is due, by when. */
function Due({ told, settled }: { told: Return; settled: SettledReturn | undefined }) {
  const now = today()
  const payable = cents(told.payable)
  const days = daysBetween(now, told.deadline)
  const reported = settled?.reportedOn ?? null
  const day = dayInWords(told.deadline, language.value, { weekday: 'long' })
  const isOpen = told.to >= now
  const word: Word = reported !== null ? 'vatIsReported' : isOpen ? 'vatSoFar' : payable < 0n ? 'vatReceive' : 'vatPay'
  const copy = (): void => {
    const lines = told.boxes.map(({ code, rounded }) => `${BOXES[code]?.name ?? code}\t${rounded}`)
    void navigator.clipboard.writeText(lines.join('\n'))
  }
  const state =
    reported !== null
      ? [settled?.reference ?? '', told.voucherNumber === null ? '' : t('vatSettledIn', { n: told.voucherNumber })]
      : [
          days < 0 ? counted('vatLateOne', 'vatLateMany', -days) : counted('vatInOne', 'vatInMany', days),
          told.state === 'settled' && told.voucherNumber !== null
            ? t('vatSettledIn', { n: told.voucherNumber })
            : t('vatNotSettled'),
        ]
  return (
    <div class={reported === null && !isOpen ? 'vdue warns' : 'vdue'}>
      <div>
        <div class="s m2">{t(word, { day, reported: dayName(reported) })}</div>
        <div class="figure">
          <Figure amount={told.payable} href={hrefWith({ box: undefined })} isWhole />
        </div>
      </div>
      <div class="s m2">
        {state.filter(Boolean).map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
      <span class="grow" />
      <button type="button" class="btn only-wide" onClick={copy}>
        <Icon name="copy" /> {t('vatCopy')}
      </button>
    </div>
  )
}

const ASIDES: Readonly<Record<string, Word>> = {
  salesTax: 'boxSalesTax',
  goodsAbroadTax: 'boxGoodsAbroadTax',
  servicesAbroadTax: 'boxServicesAbroadTax',
  purchaseTax: 'boxPurchaseTax',
  aGoods: 'boxAGoods',
  aServices: 'boxAServices',
  bGoods: 'boxBGoods',
  bGoodsNotListed: 'boxBGoodsNotListed',
  bServices: 'boxBServices',
  c: 'boxC',
}

const Heads = () => (
  <thead>
    <tr>
      <th>{t('vatBox')}</th>
      <th class="n only-wide">{capital(t('booked'))}</th>
      <th class="n">{t('vatWhole')}</th>
      <th class="n only-wide">{t('vatEntries')}</th>
    </tr>
  </thead>
)

const HEADED: Headed = { table: 'vbx', head: <Heads />, cells: ['w', 'n m2 only-wide', 'n', 'n only-wide'] }

function Boxes({ told, box }: { told: Return; box: string | null }) {
  const isShown = ({ code, entries }: Box): boolean =>
    (BOXES[code]?.kind !== 'duty' && code !== 'bGoodsNotListed') || entries > 0
  const of = (isValue: boolean): Box[] =>
    told.boxes.filter((one) => isShown(one) && (BOXES[one.code]?.kind === 'value') === isValue)
  return (
    <table class="t vbx" data-grid="main">
      <Heads />
      <tbody>
        <Head word={t('vat')} />
        {of(false).map((one) => (
          <BoxRow key={one.code} one={one} isOn={one.code === box} />
        ))}
        <tr class="tot">
          <td class="w">
            Momstilsvar <span class="m3 s thin">{t('vatRounding', { amount: shown(told.rounding) })}</span>
          </td>
          <td class="n only-wide">{told.exact !== undefined && shown(told.exact)}</td>
          <td class="n big">
            <Figure amount={told.payable} href={hrefWith({ box: undefined })} isWhole />
          </td>
          <td class="only-wide" />
        </tr>
        <Head word={t('vatAbroad')} />
        {of(true).map((one) => (
          <BoxRow key={one.code} one={one} isOn={one.code === box} />
        ))}
      </tbody>
    </table>
  )
}

const Head = ({ word }: { word: string }) => (
  <tr class="h">
    <th scope="rowgroup">{word}</th>
    <td class="only-wide" />
    <td />
    <td class="only-wide" />
  </tr>
)

function BoxRow({ one, isOn }: { one: Box; isOn: boolean }) {
  const { code, amount, rounded, entries } = one
  const { name, sign } = BOXES[code] ?? { name: code, sign: 1 as const }
  const aside = ASIDES[code]
  const href = hrefWith({ box: code, explain: undefined })
  const of = (value: Amount): bigint => BigInt(sign) * cents(value)
  return (
    <tr class={isOn ? 'on' : ''}>
      <td class="w">
        <span class="b5">{name}</span> <span class="m3 s">{aside && t(aside)}</span>
      </td>
      <td class="n m2 only-wide">{shown(of(amount))}</td>
      <td class={cents(rounded) === 0n ? 'n' : 'n b'}>
        <Figure amount={of(rounded)} href={href} isWhole explain={code} what={name} />
      </td>
      <td class="n only-wide">
        <a
          class={entries === 0 ? 'z' : 'l'}
          href={href}
          aria-label={`${name}, ${counted('entryOne', 'entryMany', entries)}`}
        >
          {entries}
        </a>
      </td>
    </tr>
  )
}
