import { useState } from 'preact/hooks'
import { useMaster, useTrial, useWhole } from '../reads.ts'
import { type Asset, type AssetGroup, assetPaths, type Disposal } from '../assets.ts'
import { type Account, type BookedEntry, type Listed, paths } from '../books.ts'
import { amountOrText, draftPaths, typedDay } from '../drafts.ts'
import { Dialog } from '../frame/dialog.tsx'
import { AccountField, Accounts, accountTyped } from '../parts/account-field.tsx'
import { Faults } from '../parts/faults.tsx'
import { Figure, shown } from '../parts/figure.tsx'
import { type Headed, Nothing, stateOf } from '../parts/states.tsx'
import { dayName, today } from '../period.ts'
import { fromHere, go, hrefOf, voucherHref } from '../route.ts'
import { useRested } from '../rested.ts'
import { isReadOnly } from '../session.ts'
import { format } from '../settings.ts'
import { t } from '../words.ts'
import { useWriting } from '../writing.ts'

/** One asset: what it stands at, and the entries that say so; and taking it out of the books. */
export function AssetPane({ asset, group }: { asset: Asset; group: AssetGroup | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const entries = useWhole<Listed<BookedEntry>>(assetPaths.entries(asset.assetNumber))
  const facts = [
    [t('group'), group && `${group.number} ${group.name}`],
    [t('assetFrom'), dayName(asset.startDate)],
    [t('assetLife'), String(asset.lifeTimeMonths)],
    [t('cost'), shown(asset.cost)],
    [t('depreciated'), shown(asset.depreciation)],
  ] as const
  return (
    <section class="pane one" aria-label={asset.text ?? String(asset.assetNumber)}>
      <div class="ph">
        <h2 class="tr">
          {asset.assetNumber} {asset.text}
        </h2>
        <span class="grow" />
        <button type="button" class="btn" disabled={isReadOnly()} onClick={() => setOpen(true)}>
          {t('dispose')}
        </button>
      </div>
      <div class="scroll" tabIndex={-1}>
        <div class="pad">
          <div class="s m3">{t('bookValue')}</div>
          <span class="figure">
            <Figure amount={asset.bookValue} href={hrefOf(`/assets/${asset.assetNumber}`)} />
          </span>
          <dl class="kv s">
            {facts.map(([name, value]) => (
              <>
                <dt>{name}</dt>
                <dd class="any">{value}</dd>
              </>
            ))}
          </dl>
        </div>
        {entries.data ? <Entries items={entries.data.items} /> : stateOf(entries, 4, HEADED)}
      </div>
      {isOpen && <DisposeDialog asset={asset} close={() => setOpen(false)} />}
    </section>
  )
}

function Entries({ items }: { items: readonly BookedEntry[] }) {
  if (items.length === 0) return <Nothing title={t('assetNoEntries')} text={t('assetNoEntriesText')} />
  return (
    <table class="t dense drl" data-grid="entries">
      <Head />
      <tbody>
        {items.map((entry) => {
          const href = voucherHref(entry.journalNumber, entry.date, entry.voucherNumber)
          return (
            <tr key={entry.entryNumber} data-entry={entry.entryNumber}>
              <td class="id">{dayName(entry.date)}</td>
              <td class="id">
                <a href={href}>{entry.voucherNumber}</a>
              </td>
              <td class="w">{entry.text}</td>
              <td class="n">
                <Figure amount={entry.amountInBaseCurrency} href={href} column="e" />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

type Typed = Readonly<Record<'date' | 'price' | 'vatCode' | 'contra', string>>

/** What is typed of a disposal, as the API takes it. */
function bodyOf({ date, price, vatCode, contra }: Typed, chart: readonly Account[]): Record<string, unknown> {
  const amount = amountOrText(price, format.value)
  return {
    date: typedDay(date, today()),
    price: amount,
    vatCode: vatCode === '' ? null : vatCode,
    contraAccountNumber: amount === null ? null : (accountTyped(chart, contra)?.number ?? null),
  }
}

function DisposeDialog({ asset, close }: { asset: Asset; close: () => void }) {
  const chart = useMaster<Listed<Account>>(paths.accounts, true).data?.items ?? []
  const [typed, setTyped] = useState<Typed>({ date: dayName(today()), price: '', vatCode: '', contra: '' })
  const body = bodyOf(useRested(typed, 300), chart)
  const path = assetPaths.dispose(asset.assetNumber)
  const trial = useTrial<Disposal>('POST', path, body, '')
  const writing = useWriting()
  const send = async (book: boolean): Promise<void> => {
    const goOn = fromHere()
    const done = await writing.send<Disposal>('POST', path, { body: { ...bodyOf(typed, chart), book } })
    if (!done) return
    close()
    const { journalNumber, voucherNumber, date } = done.answer
    goOn(() => go(book ? voucherHref(journalNumber, date, voucherNumber!) : hrefOf(`/journals/${journalNumber}`)))
  }
  const messages = trial.refusal?.messages ?? writing.messages
  return (
    <Dialog title={`${t('disposeTitle')}: ${asset.assetNumber} ${asset.text ?? ''}`} close={close}>
      <p class="m2">{t('disposeText')}</p>
      <Accounts chart={chart} />
      <form
        class="rf"
        onSubmit={(event) => {
          event.preventDefault()
          if (trial.data) void send(true)
        }}
      >
        <Fields typed={typed} chart={chart} change={(changes) => setTyped({ ...typed, ...changes })} />
        {trial.data && <Told told={trial.data} />}
        <Faults messages={messages} />
        <div class="row">
          <button type="submit" class="btn pri" disabled={!trial.data || writing.isSending}>
            {t('book')} <kbd>↵</kbd>
          </button>
          <button
            type="button"
            class="btn"
            disabled={!trial.data || writing.isSending}
            onClick={() => void send(false)}
          >
            {t('disposeDraft')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

interface FieldsProps {
  typed: Typed
  chart: readonly Account[]
  change: (changes: Partial<Typed>) => void
}

function Fields({ typed, chart, change }: FieldsProps) {
  const codes = useMaster<Listed<{ code: string; name: string }>>(draftPaths.vatCodes, true).data
  const field = (name: 'date' | 'price', label: string) => (
    <label class="f">
      <span>{label}</span>
      <input
        class="in-t"
        name={name}
        data-first={name === 'date' ? true : undefined}
        value={typed[name]}
        autocomplete="off"
        onInput={(event) => change({ [name]: event.currentTarget.value })}
      />
    </label>
  )
  return (
    <div class="rfs">
      {field('date', t('date'))}
      {field('price', t('disposePrice'))}
      <label class="f">
        <span>{t('vatCode')}</span>
        <select class="in-t pick" onChange={(event) => change({ vatCode: event.currentTarget.value })}>
          <option value="">{t('none')}</option>
          {(codes?.items ?? []).map(({ code, name }) => (
            <option value={code} key={code}>
              {code} {name}
            </option>
          ))}
        </select>
      </label>
      <AccountField label={t('disposeTo')} value={typed.contra} chart={chart} change={(contra) => change({ contra })} />
    </div>
  )
}

const Told = ({ told }: { told: Disposal }) => (
  <table class="t dense drl tld" data-date={told.date}>
    <tbody>
      {(
        [
          ['cost', told.cost],
          ['depreciated', told.depreciation],
          ['bookValue', told.bookValue],
          ['priceWithoutVat', told.netPrice],
          ['vat', told.vat],
        ] as const
      ).map(([word, amount]) => (
        <tr key={word}>
          <td class="w">{t(word)}</td>
          <td class="n">{shown(amount)}</td>
        </tr>
      ))}
      <tr class="tot">
        <td class="w">{t('disposeGain')}</td>
        <td class="n">{shown(told.gain)}</td>
      </tr>
    </tbody>
  </table>
)

const Head = () => (
  <thead>
    <tr>
      <th>{t('date')}</th>
      <th>{t('voucher')}</th>
      <th>{t('text')}</th>
      <th class="n">{t('amount')}</th>
    </tr>
  </thead>
)

const HEADED: Headed = { table: 'dense drl', head: <Head />, cells: ['id', 'id', 'w', 'n'] }
