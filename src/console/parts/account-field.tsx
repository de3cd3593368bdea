import type { Account } from '../books.ts'

interface AccountFieldProps {
  label: string
  value: string
  chart: readonly Account[]
  change: (value: string) => void
  name?: string
  isLabelHidden?: boolean
}

/** The account that is typed, by its number at the beginning; undefined where there is none. */
export const accountTyped = (chart: readonly Account[], typed: string): Account | undefined =>
  chart.find(({ number, type }) => (type === 1 || type === 2) && String(number) === /^\s*(\d+)/.exec(typed)?.[1])

/** A field for an account: its number, or found by its name. */
export function AccountField({ label, value, chart, change, name = 'account', isLabelHidden }: AccountFieldProps) {
  const account = accountTyped(chart, value)
  return (
    <label class="f">
      <span class={isLabelHidden ? 'hide' : 's m2'}>{label}</span>
      <span class="row acf">
        <input
          class="in-t"
          name={name}
          list="accounts"
          value={value}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => change(event.currentTarget.value)}
        />
        <span class="s m2 tr">{account?.name}</span>
      </span>
    </label>
  )
}

/** The accounts that fields of the page find by name. */
export const Accounts = ({ chart }: { chart: readonly Account[] }) => (
  <datalist id="accounts">
    {chart
      .filter(({ type }) => type === 1 || type === 2)
      .map(({ number, name }) => (
        <option value={String(number)} key={number}>
          {name}
        </option>
      ))}
  </datalist>
)
