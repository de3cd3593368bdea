import { useEffect, useState } from 'preact/hooks'
import { type Alike, useAlike } from '../alike.ts'
import { useMaster } from '../reads.ts'
import { type Account, type Journal, type Listed, paths } from '../books.ts'
import { Page } from '../frame/page.tsx'
import { formOf, inboxPaths } from '../inbox.ts'
import { cents, typedAmount } from '../money.ts'
import { AccountField, Accounts, accountTyped } from '../parts/account-field.tsx'
import { Faults } from '../parts/faults.tsx'
import { Icon } from '../parts/icon.tsx'
import { dayName, today } from '../period.ts'
import { baseCurrency, isReadOnly } from '../session.ts'
import { format } from '../settings.ts'
import { t } from '../words.ts'
import { useWriting } from '../writing.ts'

const EMPTY = { amount: '', text: '', account: '', vatCode: '', contra: '' }

/** What is taken, typed and sent of a receipt. */
function useReceipt(chart: readonly Account[], journal: number | undefined) {
  const [file, setFile] = useState<File | undefined>(undefined)
  const [url, setUrl] = useState<string | undefined>(undefined)
  const [typed, setTyped] = useState(EMPTY)
  const [told, tell] = useState('')
  const writing = useWriting()
  useEffect(() => {
    if (!file) return setUrl(undefined)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  const amount = typedAmount(typed.amount, format.value)
  const account = accountTyped(chart, typed.account)?.number
  const contra = accountTyped(chart, typed.contra)?.number
  const begin = (text: string): void => {
    setFile(undefined)
    setTyped({ ...EMPTY, contra: typed.contra })
    tell(text)
  }
  const upload = async (): Promise<number | undefined> => {
    const form = formOf(file!, typed.text)
    return (await writing.send<{ number: number }>('POST', inboxPaths.all, { form }))?.answer.number
  }
  const keep = async (): Promise<void> => {
    if (file && (await upload()) !== undefined) begin(t('captureKept'))
  }
  const draft = async (): Promise<void> => {
    const number = file && amount !== undefined ? await upload() : undefined
    if (number === undefined) return
    const body = {
      journalNumber: journal,
      amount,
      date: today(),
      ...(typed.text.trim() === '' ? {} : { text: typed.text.trim() }),
      ...(account === undefined ? {} : { accountNumber: account }),
      ...(typed.vatCode === '' ? {} : { vatCode: typed.vatCode }),
      ...(contra === undefined ? {} : { contraAccountNumber: contra }),
    }
    if (await writing.send('POST', inboxPaths.act(number, 'draft'), { body })) begin(t('captureDrafted'))
    else begin(t('captureKept'))
  }
  const canDraft = file !== undefined && amount !== undefined && account !== undefined && journal !== undefined
  return { file, setFile, url, typed, setTyped, told, writing, keep, draft, canDraft }
}

/** A receipt is taken by photo: what it comes to, what it is, and off it goes. */
export function CaptureScreen() {
  const chart = useMaster<Listed<Account>>(paths.accounts, true).data?.items ?? []
  const journal = useMaster<Listed<Journal>>(paths.journals, true).data?.items[0]
  const receipt = useReceipt(chart, journal?.number)
  const { file, setFile, url, typed, setTyped, told, writing, keep, draft, canDraft } = receipt
  const change = (changes: Partial<typeof EMPTY>): void => setTyped({ ...typed, ...changes })
  const isOff = isReadOnly() || writing.isSending
  const alike = useAlike(typed.text, true, typedAmount(typed.amount, format.value))
  return (
    <Page
      title={t('capture')}
      actions={journal && <span class="s m3">{`${journal.name} ${journal.nextVoucherNumber}`}</span>}
    >
      <Accounts chart={chart} />
      <form
        class="cap"
        onSubmit={(event) => {
          event.preventDefault()
          if (canDraft && !isOff) void draft()
        }}
      >
        <Shot url={url} file={file} take={setFile} />
        <Total amount={typed.amount} type={(amount) => change({ amount })} />
        <label class="f">
          <span class="s m2">
            {t('captureWhat')}{' '}
            {alike[0] && (
              <b class="b alike">
                {t('captureAlike', { voucher: alike[0].voucherNumber, day: dayName(alike[0].date, true) })}
              </b>
            )}
          </span>
          <input
            class="in-t"
            name="text"
            value={typed.text}
            onInput={(event) => change({ text: event.currentTarget.value })}
          />
        </label>
        <Chips alike={alike} typed={typed} chart={chart} change={change} />
        <AccountField
          label={t('account')}
          value={typed.account}
          chart={chart}
          change={(account) => change({ account })}
        />
        <AccountField
          label={t('inboxPaidFrom')}
          name="contra"
          value={typed.contra}
          chart={chart}
          change={(contra) => change({ contra })}
        />
        <Faults messages={writing.messages} />
        <div class="s pos" role="status">
          {told}
        </div>
        <div class="capb">
          <button type="button" class="btn" disabled={isOff || !file} onClick={() => void keep()}>
            {t('captureNext')}
          </button>
          <button type="submit" class="btn pri" disabled={isOff || !canDraft}>
            {t('capturePut', { journal: journal?.name ?? '' })}
          </button>
        </div>
      </form>
    </Page>
  )
}

interface ShotProps {
  url: string | undefined
  file: File | undefined
  take: (file: File | undefined) => void
}

const Shot = ({ url, file, take }: ShotProps) => (
  <label class={url ? 'shot taken' : 'shot'}>
    {url ? <img src={url} alt={file?.name ?? ''} /> : <Icon name="camera" />}
    <span class="again">{t(url ? 'captureAgain' : 'captureTake')}</span>
    <input
      class="hide"
      type="file"
      accept="image/jpeg,image/png"
      capture="environment"
      disabled={isReadOnly()}
      onChange={(event) => take(event.currentTarget.files?.[0])}
    />
  </label>
)

const Total = ({ amount, type }: { amount: string; type: (amount: string) => void }) => (
  <label class="total">
    <span class="m3">{baseCurrency()}</span>
    <span class="hide">{t('amount')}</span>
    <input
      name="amount"
      inputMode="decimal"
      placeholder="0,00"
      value={amount}
      autocomplete="off"
      onInput={(event) => type(event.currentTarget.value)}
    />
  </label>
)

interface ChipsProps {
  alike: readonly Alike[]
  typed: typeof EMPTY
  chart: readonly Account[]
  change: (changes: Partial<typeof EMPTY>) => void
}

/** What the last alike cost: one tap takes their account, and their text and what paid them where nothing was typed. */
function Chips({ alike, typed, chart, change }: ChipsProps) {
  const seen = new Set<number>()
  const lines = alike
    .flatMap(({ text, lines: all }) => {
      const [cost, paid] = [all.find(({ amount }) => cents(amount) > 0n), all.find(({ amount }) => cents(amount) < 0n)]
      return cost ? [{ ...cost, text: text ?? '', contra: String(paid?.accountNumber ?? '') }] : []
    })
    .filter(({ accountNumber }) => !seen.has(accountNumber) && seen.add(accountNumber))
    .slice(0, 3)
  if (lines.length === 0) return null
  const nameOf = (account: number): string => chart.find(({ number }) => number === account)?.name ?? ''
  return (
    <div class="chips">
      {lines.map(({ accountNumber, vatCode, text, contra }) => {
        const isOn = typed.account === String(accountNumber)
        const beside = { text: typed.text || text, contra: typed.contra || contra }
        const take = { account: String(accountNumber), vatCode: vatCode ?? '', ...beside }
        return (
          <button type="button" class={isOn ? 'chip on' : 'chip'} key={accountNumber} onClick={() => change(take)}>
            {isOn && <Icon name="check" />}
            <span class="tr">
              {accountNumber} {nameOf(accountNumber)}
            </span>
            {vatCode && <span class="m3">{vatCode}</span>}
          </button>
        )
      })}
      <button
        type="button"
        class="chip"
        onClick={() => document.querySelector<HTMLElement>('.cap [name=account]')?.focus()}
      >
        {t('captureOther')}
      </button>
    </div>
  )
}
