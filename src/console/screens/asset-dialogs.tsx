import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { useMaster, useTrial } from '../reads.ts'
import { type AssetGroup, assetPaths, type Depreciation } from '../assets.ts'
import { type Journal, type Listed, paths } from '../books.ts'
import { amountOrText, numberOrText, typedDay } from '../drafts.ts'
import { Dialog } from '../frame/dialog.tsx'
import { textsOf } from '../masters.ts'
import { Faults } from '../parts/faults.tsx'
import { shown } from '../parts/figure.tsx'
import { RecordForm } from '../parts/record-form.tsx'
import { Skeleton } from '../parts/states.tsx'
import { dayAfter, dayName, today } from '../period.ts'
import { useRested } from '../rested.ts'
import { format } from '../settings.ts'
import { counted, t } from '../words.ts'
import { useWriting } from '../writing.ts'

/** The last day of the month before a day. */
const monthBefore = (day: string): string => dayAfter(`${day.slice(0, 8)}01`, -1)

/** Says what each month that has ended lacks of the plan, and drafts it. */
export function DepreciateDialog({ close }: { close: () => void }) {
  const [typed, setTyped] = useState(dayName(monthBefore(today())))
  const to = useRested(typedDay(typed, today()), 300)
  const trial = useTrial<Depreciation>('POST', assetPaths.depreciations, { to }, '')
  const writing = useWriting()
  const vouchers = trial.data?.vouchers ?? []
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (vouchers.length > 0 && (await writing.send('POST', assetPaths.depreciations, { body: { to } }))) close()
  }
  return (
    <Dialog title={t('depreciate')} close={close}>
      <p class="m2">{t('depreciateText')}</p>
      <form class="rf" onSubmit={(event) => void submit(event)}>
        <label class="f">
          <span>{t('depreciateTo')}</span>
          <input
            class="in-t"
            name="to"
            data-first
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        {trial.isLoading && <Skeleton rows={4} columns={3} />}
        {trial.data && vouchers.length === 0 && <p class="m2">{t('depreciateNothing')}</p>}
        {trial.data && vouchers.length > 0 && (
          <table class="t dense drl dpr" data-to={trial.data.to}>
            <thead>
              <tr>
                <th>{t('date')}</th>
                <th>{t('journal')}</th>
                <th class="n">{t('amount')}</th>
              </tr>
            </thead>
            <tbody>
              {vouchers.map(({ date, journalNumber, amount }) => (
                <tr key={`${date} ${journalNumber}`}>
                  <td class="id">{dayName(date)}</td>
                  <td class="id w">{journalNumber}</td>
                  <td class="n">{shown(amount)}</td>
                </tr>
              ))}
              <tr class="tot">
                <td class="w" colSpan={2}>
                  {counted('voucherOne', 'voucherMany', vouchers.length)}
                </td>
                <td class="n">{shown(trial.data.amount)}</td>
              </tr>
            </tbody>
          </table>
        )}
        <Faults messages={trial.refusal?.messages ?? writing.messages} />
        <div class="row">
          <button type="submit" class="btn pri" disabled={vouchers.length === 0 || writing.isSending}>
            {t('depreciateDraft')} <kbd>↵</kbd>
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** A new kind of asset: where it is booked. */
export function NewGroup({ close }: { close: () => void }) {
  const journals = useMaster<Listed<Journal>>(paths.journals, true).data?.items ?? []
  const numbers = [
    'number',
    'lifeTimeMonths',
    'assetAccountNumber',
    'depreciationAccountNumber',
    'expenseAccountNumber',
    'gainLossAccountNumber',
    'journalNumber',
  ]
  return (
    <Dialog title={t('assetGroupNew')} close={close}>
      <RecordForm
        name="asset-group"
        isFirst
        fields={[
          { name: 'name', label: t('name') },
          { name: 'number', label: t('no') },
          { name: 'lifeTimeMonths', label: t('assetLife') },
          { name: 'assetAccountNumber', label: t('groupCost') },
          { name: 'depreciationAccountNumber', label: t('groupDepreciation') },
          { name: 'expenseAccountNumber', label: t('groupExpense') },
          { name: 'gainLossAccountNumber', label: t('groupGain') },
          {
            name: 'journalNumber',
            label: t('journal'),
            of: journals.map(({ number, name }) => [String(number), `${number} ${name}`]),
          },
        ]}
        values={{ name: '', number: '', journalNumber: String(journals[0]?.number ?? '') }}
        send={async (typed) => {
          const given = numbers.map((name) => [name, numberOrText(typed[name] ?? '')] as const)
          const body = { ...textsOf(typed), ...Object.fromEntries(given) }
          await api.write('POST', assetPaths.groups, { body, key: crypto.randomUUID() })
        }}
        done={close}
        word={t('make')}
      />
    </Dialog>
  )
}

/** An asset of another register: it books nothing, as it is in the opening balances. */
export function NewAsset({ groups, close }: { groups: readonly AssetGroup[]; close: () => void }) {
  return (
    <Dialog title={t('assetNew')} close={close}>
      <p class="m2">{t('assetNewText')}</p>
      <RecordForm
        name="asset"
        isFirst
        fields={[
          { name: 'text', label: t('text') },
          { name: 'number', label: t('no') },
          {
            name: 'groupNumber',
            label: t('group'),
            of: groups.map(({ number, name }) => [String(number), `${number} ${name}`]),
          },
          { name: 'startDate', label: t('assetFrom') },
          { name: 'lifeTimeMonths', label: t('assetLife'), isOptional: true },
          { name: 'cost', label: t('cost') },
          { name: 'depreciation', label: t('depreciated'), isOptional: true },
          { name: 'date', label: t('assetStoodOn') },
        ]}
        values={{
          groupNumber: String(groups[0]?.number ?? ''),
          date: dayName(`${Number(today().slice(0, 4)) - 1}-12-31`),
        }}
        send={async ({
          date = '',
          text = '',
          number = '',
          groupNumber = '',
          startDate = '',
          lifeTimeMonths = '',
          cost = '',
          depreciation = '',
        }) => {
          const asset = {
            number: numberOrText(number),
            groupNumber: numberOrText(groupNumber),
            text: text.trim() === '' ? null : text.trim(),
            startDate: typedDay(startDate, today()),
            lifeTimeMonths: numberOrText(lifeTimeMonths),
            cost: amountOrText(cost, format.value),
            depreciation: amountOrText(depreciation, format.value),
          }
          const body = { date: typedDay(date, today()), assets: [asset] }
          await api.write('POST', assetPaths.opening, { body, key: crypto.randomUUID() })
        }}
        done={close}
        word={t('assetNew')}
      />
    </Dialog>
  )
}
