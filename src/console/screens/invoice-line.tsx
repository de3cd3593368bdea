import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { api } from '../api.ts'
import { type Fault, whenRefused } from '../refusal.ts'
import {
  type DraftInvoice,
  EMPTY_LINE,
  type InvoiceLine,
  invoicePaths,
  isEmptyLine,
  lineBody,
  type Product,
  propertyOf,
  type TypedLine,
  typedLine,
  ownOf,
} from '../invoices.ts'
import { forget, keep, kept } from '../kept.ts'
import { useKeys } from '../keys.ts'
import { type Amount, decimalShown, typedDecimal } from '../money.ts'
import { Conflict } from '../parts/conflict.tsx'
import { Faults } from '../parts/faults.tsx'
import { shown } from '../parts/figure.tsx'
import { Picker } from '../parts/picker.tsx'
import { fromHere, setQuery } from '../route.ts'
import { format } from '../settings.ts'
import { t } from '../words.ts'
import type { Word } from '../words/en.ts'
import { NewProduct } from './new-master.tsx'

const LABELS: Readonly<Record<keyof TypedLine, Word>> = {
  productNumber: 'product',
  description: 'description',
  quantity: 'quantity',
  unitNetPrice: 'price',
  discountPercentage: 'discount',
}

/** A decimal as it is written here. */
export const decimal = (value: Amount, least = 0): string => decimalShown(value, format.value, least)

/** How many columns a line takes beside its number and its margin: a phone shows fewer. */
export const columnsOfLine = (): number => (matchMedia('(max-width: 640px)').matches ? 6 : 7)

interface EditedProps {
  draft: DraftInvoice
  /** Undefined for a new line. */
  line: InvoiceLine | undefined
  unit: string | undefined
}

/** What is typed in a line, and the version of it that it was typed over. */
interface Typing {
  typed: TypedLine
  version?: string
}

/** What is typed in a line, its faults, and saving it. */
function useLine({ draft, line }: EditedProps) {
  const name = `invoice.${draft.number}.line.${line?.number ?? 'new'}`
  const saved = line ? typedLine(line, decimal) : EMPTY_LINE
  const [{ typed, version }, setTyping] = useState<Typing>(() => kept<Typing>(name) ?? { typed: saved })
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const [other, setOther] = useState<InvoiceLine | undefined>(undefined)
  const isSame = JSON.stringify(typed) === JSON.stringify(saved)
  const change = (changes: Partial<TypedLine>): void => {
    const over = version ?? line?.objectVersion
    const next = { typed: { ...typed, ...changes }, ...(over === undefined ? {} : { version: over }) }
    setTyping(next)
    keep(name, next)
  }
  const begin = (): void => {
    forget(name)
    setTyping({ typed: EMPTY_LINE })
    setFaults([])
    setOther(undefined)
  }
  const leave = (): void => {
    forget(name)
    setQuery({ line: undefined })
  }
  /**
   * @param over the line as it is saved now.
   * @param what what is typed, over what that has.
   */
  const save = (then: () => void, over = line, what = typed): void => {
    if (isSame && !other) return then()
    if (!over && isEmptyLine(typed)) return then()
    const body = lineBody(what, format.value)
    // Another product brings its own unit and cost; a line that keeps its own is sent back with them.
    const isSameProduct = over?.productNumber === body.productNumber
    const kept = over && {
      ...(isSameProduct ? stored(over) : {}),
      number: over.number,
      objectVersion: over === line ? (version ?? over.objectVersion) : over.objectVersion,
    }
    const goOn = fromHere()
    const path = invoicePaths.lines(draft.number)
    const sent = over ? { body: { ...kept, ...body } } : { body, key: crypto.randomUUID() }
    api.write(over ? 'PUT' : 'POST', path, sent).then(
      () => (begin(), goOn(then)),
      whenRefused((refusal) => {
        if (refusal.status !== 409 || !line) return setFaults(refusal.told)
        api.read<InvoiceLine>(invoicePaths.line(draft.number, line.number)).then(
          setOther,
          whenRefused(() => {}),
        )
      }),
    )
  }
  return { typed, saved, faults, other, change, save, leave }
}

/** What a line has beside what is typed. */
function stored(line: InvoiceLine): Partial<InvoiceLine> {
  const {
    totalNetAmount: _,
    marginInBaseCurrency: __,
    marginPercentage: ___,
    userInterfaceNumber: ____,
    ...rest
  } = line
  return rest
}

/** A line that is typed: Enter saves it and begins the next, Escape leaves it. */
export function EditedLine(props: EditedProps) {
  const { draft, line, unit } = props
  const editing = useLine(props)
  const { typed, faults, other, change, save, leave } = editing
  const [taken, setTaken] = useState(0)
  const row = useRef<HTMLTableRowElement>(null)
  const focus = (name: string): void => row.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus()
  useLayoutEffect(() => {
    focus(line ? 'quantity' : 'productNumber')
    row.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useLayoutEffect(() => {
    if (taken === 0) return
    focus('quantity')
    row.current?.querySelector<HTMLInputElement>('[name=quantity]')?.select()
  }, [taken])
  const next = (): void => {
    if (line) setQuery({ line: 'new' })
    else focus('productNumber')
  }
  const press = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement
    if (event.key !== 'Enter' || event.ctrlKey || target.tagName === 'BUTTON' || target.closest('.dlg')) return
    event.preventDefault()
    event.stopPropagation()
    save(next)
  }
  useKeys({ Escape: leave, 'Ctrl+s': () => (save(() => {}), false) })
  const take = (product: Product): void => {
    change({
      productNumber: product.productNumber,
      description: product.name,
      quantity: typed.quantity || '1',
      unitNetPrice: '',
      discountPercentage: '',
    })
    setTaken((count) => count + 1)
  }
  const remove = (): void => {
    const goOn = fromHere()
    api.write('DELETE', invoicePaths.line(draft.number, line!.number)).then(
      () => goOn(leave),
      whenRefused(() => {}),
    )
  }
  return (
    <>
      <tr class="ed" ref={row} onKeyDown={press}>
        <Cells typed={typed} faults={faults} line={line} unit={unit} change={change} take={take} />
      </tr>
      <tr class="sg">
        <td class="only-wide" />
        <td colSpan={columnsOfLine()}>
          {other && <LineConflict editing={editing} other={other} />}
          <Faults messages={faults.map(({ message }) => message)}>
            <Cure typed={typed} faults={faults} change={change} focus={focus} />
          </Faults>
          <Buttons save={() => save(next)} leave={leave} remove={line && remove} />
        </td>
        <td class="w1360 only-wide" />
      </tr>
    </>
  )
}

interface ButtonsProps {
  save: () => void
  leave: () => void
  remove: (() => void) | undefined
}

const Buttons = ({ save, leave, remove }: ButtonsProps) => (
  <span class="row bts">
    <button type="button" class="btn" onClick={save}>
      {t('save')} <kbd>↵</kbd>
    </button>
    <button type="button" class="btn quiet" onClick={leave}>
      {t('cancel')} <kbd>Esc</kbd>
    </button>
    {remove && (
      <button type="button" class="btn quiet danger" onClick={remove}>
        {t('remove')}
      </button>
    )}
  </span>
)

interface CellsProps {
  typed: TypedLine
  faults: readonly Fault[]
  line: InvoiceLine | undefined
  unit: string | undefined
  change: (changes: Partial<TypedLine>) => void
  take: (product: Product) => void
}

function Cells({ typed, faults, line, unit, change, take }: CellsProps) {
  const [asked, ask] = useState<string | undefined>(undefined)
  const isBad = (name: keyof TypedLine): boolean => faults.some(({ property }) => propertyOf(property) === name)
  const field = (name: keyof TypedLine, placeholder = '', isRight = true) => (
    <input
      class={`cell${isRight ? ' n' : ''}${isBad(name) ? ' bad' : ''}`}
      name={name}
      value={typed[name]}
      placeholder={placeholder}
      aria-label={t(LABELS[name])}
      aria-invalid={isBad(name)}
      autocomplete="off"
      spellcheck={name === 'description'}
      onInput={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <>
      <td class="m3 n only-wide">{line?.userInterfaceNumber}</td>
      <td class="i-which" data-label={t('product')}>
        <Picker<Product>
          name="productNumber"
          label={t('product')}
          value={typed.productNumber}
          placeholder={t('productHow')}
          classes="cell"
          isBad={isBad('productNumber')}
          path={invoicePaths.productsMeant}
          row={({ productNumber, name, salesPrice }) => [productNumber, name, shown(salesPrice)]}
          pick={take}
          type={(productNumber) => change({ productNumber })}
          make={{ word: t('newProduct'), begin: ask }}
        />
        {asked !== undefined && (
          <NewProduct
            text={asked}
            close={() => ask(undefined)}
            made={(product) => {
              ask(undefined)
              take(product)
            }}
          />
        )}
      </td>
      <td class="i-what" data-label={t('description')}>
        {field('description', '', false)}
      </td>
      <td data-label={t('quantity')}>{field('quantity')}</td>
      <td class="s m2 only-wide">{unit}</td>
      <td data-label={t('price')}>{field('unitNetPrice', typed.productNumber === '' ? '' : t('byProduct'))}</td>
      <td class="i-off" data-label={t('discount')}>
        {field('discountPercentage')}
      </td>
      <td class="n m3 i-sum">
        {line?.totalNetAmount !== undefined && line.totalNetAmount !== null && shown(line.totalNetAmount)}
      </td>
      <td class="w1360 only-wide" />
    </>
  )
}

/** What mends a fault by one press, where there is such a thing. */
function Cure({
  typed,
  faults,
  change,
  focus,
}: {
  typed: TypedLine
  faults: readonly Fault[]
  change: (changes: Partial<TypedLine>) => void
  focus: (name: string) => void
}) {
  const has = (name: string): boolean => faults.some(({ property }) => propertyOf(property) === name)
  const discount = Number(typedDecimal(typed.discountPercentage, format.value))
  const mend = (changes: Partial<TypedLine>, name: string): void => {
    change(changes)
    focus(name)
  }
  if (has('discountPercentage') && discount > 100 && discount <= 1000) {
    const meant = decimal(String(Math.round(discount * 10) / 100))
    return (
      <button type="button" class="l" onClick={() => mend({ discountPercentage: meant }, 'discountPercentage')}>
        {t('useInstead', { value: meant })}
      </button>
    )
  }
  if (has('quantity') && typed.quantity.trim() === '') {
    return (
      <button type="button" class="l" onClick={() => mend({ quantity: '1' }, 'quantity')}>
        {t('useInstead', { value: '1' })}
      </button>
    )
  }
  if (has('productNumber')) {
    return (
      <button type="button" class="l" onClick={() => mend({ productNumber: '' }, 'productNumber')}>
        {t('asText')}
      </button>
    )
  }
  return null
}

function LineConflict({ editing, other }: { editing: ReturnType<typeof useLine>; other: InvoiceLine }) {
  const theirs = typedLine(other, decimal)
  const names = (Object.keys(LABELS) as (keyof TypedLine)[]).filter((name) => editing.typed[name] !== theirs[name])
  const own = ownOf(editing.typed, editing.saved)
  const leave = (): void => {
    editing.leave()
    api.again()
  }
  return (
    <Conflict
      differing={names.map((name) => ({ label: t(LABELS[name]), yours: own[name], saved: theirs[name] }))}
      keepYours={() => editing.save(editing.leave, other, { ...theirs, ...own })}
      takeSaved={leave}
    />
  )
}
