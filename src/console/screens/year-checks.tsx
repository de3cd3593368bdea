import type { ComponentChildren } from 'preact'
import { Icon } from '../parts/icon.tsx'
import { hrefOf } from '../route.ts'
import { counted, t } from '../words.ts'
import { useWorded } from '../worded.ts'
import { CHECKS, type Closing, FAULT_PATHS } from '../year-end.ts'

/** How the API says that it cannot tell what is to be revalued, and why. */
const CANNOT_TELL = 'What is in other currencies cannot'

interface CheckListProps {
  year: string
  isClosed: boolean
  closing: Closing
  revalue: () => void
}

/**
 * What is to be looked at before the year is closed: what keeps it from being closed first, then what is not done, then
 * what is in order.
 */
export function CheckList({ year, isClosed, closing, revalue }: CheckListProps) {
  const noted = new Map(closing.notes.map((one) => [one.note, one]))
  const faults = useWorded(isClosed ? [] : closing.faults)
  const open = CHECKS.filter(({ note }) => noted.has(note))
  const fine = CHECKS.filter(({ note }) => !noted.has(note))
  return (
    <section class="card yec" aria-label={t('yeBefore', { year })}>
      <header>
        <h2>{t('yeBefore', { year })}</h2>
        <span class="grow" />
        <span class="s m3">{t('yeInOrder', { n: fine.length, all: CHECKS.length + faults.length })}</span>
      </header>
      <table class="yel" data-grid="main">
        <tbody>
          {faults.map(({ errorCode, message }) => (
            <Point key={errorCode} tone="neg" title={message} path={FAULT_PATHS[errorCode]} />
          ))}
          {open.map(({ note, one, many, path, isTold = false }) => {
            const { count, message } = noted.get(note)!
            const act = note === 'NotRevalued' ? revalue : undefined
            const text = isTold || message.startsWith(CANNOT_TELL) ? message : ''
            return (
              <Point
                key={note}
                tone="warn"
                title={counted(one, many, count, { year })}
                text={text}
                path={path}
                act={act}
              />
            )
          })}
          {fine.map(({ note, fine: word }) => (
            <Point key={note} tone="pos" title={t(word, { year })} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface PointProps {
  tone: 'neg' | 'warn' | 'pos'
  title: string
  text?: string
  path?: string | undefined
  act?: (() => void) | undefined
}

const SAID = { neg: 'yeStops', warn: 'yeOpen', pos: 'yeFine' } as const

function Point({ tone, title, text, path, act }: PointProps) {
  const cure: ComponentChildren = act ? (
    <button type="button" class="l" data-stop="act" onClick={act}>
      {t('yeRevalue')}
    </button>
  ) : (
    path && (
      <a class="l" data-stop="act" href={hrefOf(path)}>
        {t('yeMend')}
      </a>
    )
  )
  return (
    <tr data-tone={tone}>
      <td class={tone}>
        <Icon name={tone === 'pos' ? 'check' : 'warn'} />
        <span class="hide">{t(SAID[tone])}</span>
      </td>
      <td>
        <div class="b5">{title}</div>
        {text && <div class="s m3 any">{text}</div>}
      </td>
      <td class="n">{cure}</td>
    </tr>
  )
}
