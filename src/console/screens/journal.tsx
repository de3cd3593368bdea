import { useSignal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { useMaster, useWhole } from '../reads.ts'
import { Refusal } from '../refusal.ts'
import { type Account, type Journal, type Listed, paths } from '../books.ts'
import { type DraftEntry, draftPaths, type Typing, type Voucher, vouchersOf } from '../drafts.ts'
import { usePapers } from '../filed.ts'
import { Page } from '../frame/page.tsx'
import { useKeys } from '../keys.ts'
import { Faults } from '../parts/faults.tsx'
import { Icon } from '../parts/icon.tsx'
import { stateOf } from '../parts/states.tsx'
import { fromHere, hrefOf, route, setQuery } from '../route.ts'
import { isReadOnly } from '../session.ts'
import { counted, t } from '../words.ts'
import { Grid, HEADED } from './journal-grid.tsx'
import { OF_NOBODY } from './journal-line.tsx'
import { JournalFoot } from './journal-foot.tsx'
import { JournalSide } from './journal-side.tsx'
import { type Tried, useTried } from './journal-tried.ts'

/** A journal: its drafts as vouchers, what is wrong with them, and what they will book. */
export function JournalScreen({ number }: { number: number | undefined }) {
  const journals = useMaster<Listed<Journal>>(paths.journals, true)
  const drafts = useWhole<Listed<DraftEntry>>(draftPaths.all)
  const chart = useMaster<Listed<Account>>(paths.accounts, true).data?.items ?? []
  const journal = journals.data?.items.find((one) => number === undefined || one.number === number)
  const vouchers = journal && drafts.data ? vouchersOf(drafts.data.items, journal.number) : []
  const tried = useTried(journal?.number, vouchers)
  const papers = usePapers(journal, vouchers)
  const typing = useSignal<Typing | undefined>(undefined)
  const [told, tell] = useState('')
  useKeys({
    n: () => (isReadOnly() ? false : setQuery({ line: 'new', v: undefined, ...OF_NOBODY })),
    Escape: () =>
      route.value.query.has('line') || route.value.query.has('v')
        ? setQuery({ line: undefined, v: undefined, ...OF_NOBODY })
        : false,
  })
  const waits = [journals, drafts].find(({ data }) => data === undefined)
  const chosen = Number(route.value.query.get('v') ?? Number.NaN)
  return (
    <Page
      title={journal ? journal.name : t('journals')}
      head={
        journal ? (
          <Tabs journals={journals.data!.items} drafts={drafts.data?.items} here={journal.number} />
        ) : (
          t('journals')
        )
      }
      isFlush
      actions={journal && <Book journal={journal} vouchers={vouchers} tried={tried} tell={tell} />}
    >
      {waits?.refusal ? (
        stateOf(waits)
      ) : (
        <div class="split jr">
          <section class="pane" aria-label={journal?.name ?? t('journals')}>
            <div class="told" role="status">
              {told && (
                <>
                  <Icon name="seal" /> {told}
                </>
              )}
            </div>
            {waits ? (
              stateOf(waits, 16, HEADED)
            ) : (
              <Grid
                journal={journal!}
                vouchers={vouchers}
                chart={chart}
                faults={tried.of}
                papers={papers}
                typing={typing}
              />
            )}
            <Faults messages={tried.rest} isAlone />
            {!waits && <JournalFoot vouchers={vouchers} tried={tried} typing={typing} />}
          </section>
          <JournalSide
            journal={journal}
            voucher={vouchers.find((one) => one.number === chosen)}
            chart={chart}
            papers={papers}
          />
        </div>
      )}
    </Page>
  )
}

function Tabs({
  journals,
  drafts,
  here,
}: {
  journals: readonly Journal[]
  drafts: readonly DraftEntry[] | undefined
  here: number
}) {
  return (
    <span class="tabs">
      {journals.map(({ number, name }) => (
        <a
          class={number === here ? 'tab on' : 'tab'}
          href={hrefOf(`/journals/${number}`)}
          key={number}
          aria-current={number === here ? 'page' : undefined}
        >
          {name} <span class="ct">{drafts?.filter(({ journalNumber }) => journalNumber === number).length}</span>
        </a>
      ))}
    </span>
  )
}

interface BookProps {
  journal: Journal
  vouchers: readonly Voucher[]
  tried: Tried
  tell: (text: string) => void
}

/** Books what can be booked; says how many vouchers are off. */
function Book({ journal, vouchers, tried, tell }: BookProps) {
  const [isBooking, setBooking] = useState(false)
  const { good, of } = tried
  const isOff = isReadOnly() || good.length === 0 || isBooking
  const book = async (): Promise<void> => {
    if (isOff) return
    setBooking(true)
    const goOn = fromHere()
    const entryNumbers = good.flatMap(({ lines }) => lines.map(({ entryNumber }) => entryNumber))
    try {
      await api.write('POST', draftPaths.book(journal.number), { body: { entryNumbers }, key: crypto.randomUUID() })
      goOn(() => setQuery({ line: undefined, v: undefined }))
      tell(counted('bookedOne', 'bookedMany', good.length))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      tell('')
      api.again()
    } finally {
      setBooking(false)
    }
  }
  useKeys({ 'Ctrl+Enter': () => (document.activeElement?.closest('tr.ed') ? false : void book()) })
  return (
    <>
      {of.size > 0 && (
        <span class="tag neg only-wide">
          <Icon name="warn" />
          {counted('faultLeft', 'faultsLeft', of.size, { all: vouchers.length })}
        </span>
      )}
      {!isReadOnly() && (
        <button type="button" class="btn only-wide" onClick={() => setQuery({ line: 'new', v: undefined })}>
          <Icon name="plus" />
          {t('newLine')} <kbd>N</kbd>
        </button>
      )}
      <button type="button" class="btn pri" disabled={isOff} onClick={() => void book()}>
        {isReadOnly() ? t('book') : t('bookOne', { n: good.length })} <kbd>Ctrl ↵</kbd>
      </button>
    </>
  )
}
