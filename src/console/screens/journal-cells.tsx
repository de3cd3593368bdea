import type { ComponentChildren } from 'preact'
import type { Account } from '../books.ts'
import { fieldOf, partyOf, type Typed, TYPES } from '../drafts.ts'
import { Icon } from '../parts/icon.tsx'
import { VatCodes } from '../parts/vat-codes.tsx'
import type { Fault } from '../refusal.ts'
import { route } from '../route.ts'
import { t } from '../words.ts'
import { isPhone } from './journal-fault.tsx'
import { typeWord } from './journal-type.ts'

interface CellsProps {
  typed: Typed
  change: (changes: Partial<Typed>) => void
  faults: readonly Fault[]
  number: number | undefined
  isFiled: boolean
  chart: readonly Account[]
}

/** The fields of a line that is typed. */
export function Cells({ typed, change, faults, number, chart, isFiled }: CellsProps) {
  const isBad = (name: keyof Typed): boolean => faults.some(({ property }) => fieldOf(property) === name)
  const field = (name: keyof Typed, label: string, more: { classes?: string; list?: string } = {}) => (
    <input
      class={`cell ${isBad(name) ? 'bad' : ''} ${more.classes ?? ''}`}
      name={name}
      value={typed[name]}
      aria-label={label}
      aria-invalid={isBad(name)}
      autocomplete="off"
      spellcheck={false}
      {...(more.list === undefined ? {} : { list: more.list })}
      onInput={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
  const party = partyOf(Number(typed.type))
  const account = party ? undefined : chart.find((one) => String(one.number) === typed.account.trim())
  const voucher = number ?? route.value.query.get('v') ?? undefined
  if (isPhone()) return <PhoneCells {...{ typed, change, field, voucher, account }} />
  return (
    <>
      <td class="id">{voucher ?? t('newVoucher')}</td>
      <td>{field('date', t('date'))}</td>
      <td class="w1360">
        <TypeField typed={typed} change={change} />
      </td>
      <td>{field('account', t('accountParty'))}</td>
      <td class="tr m2">{account?.name}</td>
      <td>{field('vatCode', t('vatCode'), { list: 'vat-codes' })}</td>
      <td>{field('text', t('text'))}</td>
      <td>{field('amount', t('amount'), { classes: 'n' })}</td>
      <td>{field('currency', t('currency'))}</td>
      <td>
        {field('contra', t('contra'))}
        <VatCodes />
      </td>
      <td class="clip">{isFiled && <Icon name="clip" />}</td>
    </>
  )
}

interface PhoneProps extends Pick<CellsProps, 'typed' | 'change'> {
  field: (name: keyof Typed, label: string, more?: { classes?: string; list?: string }) => ComponentChildren
  voucher: number | string | undefined
  account: Account | undefined
}

/** The fields of a line one under the other. */
function PhoneCells({ typed, change, field, voucher, account }: PhoneProps) {
  const labelled = (label: string, input: ComponentChildren, classes = '') => (
    <label class={`f ${classes}`}>
      <span class="s m2">{label}</span>
      {input}
    </label>
  )
  return (
    <td colSpan={5}>
      <div class="jf">
        <b class="all">{voucher === undefined ? t('newLine') : `${t('voucher')} ${voucher}`}</b>
        {labelled(t('text'), field('text', t('text')), 'all')}
        {labelled(t('amount'), field('amount', t('amount'), { classes: 'n' }))}
        {labelled(t('currency'), field('currency', t('currency')))}
        {labelled(t('type'), <TypeField typed={typed} change={change} />)}
        {labelled(t('date'), field('date', t('date')))}
        {labelled(account?.name ?? t('accountParty'), field('account', t('accountParty')), 'all')}
        {labelled(t('vatCode'), field('vatCode', t('vatCode'), { list: 'vat-codes' }))}
        {labelled(t('contra'), field('contra', t('contra')))}
        <VatCodes />
      </div>
    </td>
  )
}

/** Of what kind a line is. */
export const TypeField = ({ typed, change }: Pick<CellsProps, 'typed' | 'change'>) => (
  <select
    class="cell"
    name="type"
    value={typed.type}
    aria-label={t('type')}
    onChange={(event) => change({ type: event.currentTarget.value })}
  >
    {TYPES.map((type) => (
      <option value={String(type)} key={type}>
        {typeWord(type)}
      </option>
    ))}
  </select>
)
