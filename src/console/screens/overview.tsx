import { useMaster } from '../reads.ts'
import { type Company, paths } from '../books.ts'
import { Page } from '../frame/page.tsx'
import { Skeleton } from '../parts/states.tsx'
import { capital, dayInWords, today } from '../period.ts'
import { language } from '../settings.ts'
import { t } from '../words.ts'
import { CashCard } from './overview-cash.tsx'
import { EmptyOverview, useIsEmpty } from './overview-empty.tsx'
import { New, YearSelect } from './overview-head.tsx'
import { OwedCard } from './overview-owed.tsx'
import { ResultCard } from './overview-result.tsx'
import { SinceCard } from './overview-since.tsx'
import { Todos } from './overview-todo.tsx'

/** What matters now: what waits, how it goes, what is there and what is owed. */
export function Overview() {
  const date = capital(dayInWords(today(), language.value, { weekday: 'long', year: 'numeric' }))
  const isEmpty = useIsEmpty()
  const company = useMaster<Company>(paths.company).data
  if (isEmpty) {
    return (
      <Page title={t('overview')} actions={<New />}>
        {company && <EmptyOverview name={company.name} />}
      </Page>
    )
  }
  return (
    <Page
      title={t('overview')}
      sub={date}
      actions={
        isEmpty === false && (
          <>
            <YearSelect />
            <New />
          </>
        )
      }
    >
      {isEmpty === undefined ? (
        // Of an empty company nothing of what follows is asked.
        <section class="card">
          <Skeleton rows={5} columns={2} />
        </section>
      ) : (
        <div class="ov" data-sure>
          <div class="ovc">
            <Todos />
            <ResultCard />
            <SinceCard />
          </div>
          <div class="ovc">
            <CashCard />
            <OwedCard />
          </div>
        </div>
      )}
    </Page>
  )
}
