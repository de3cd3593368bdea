import { useState } from 'preact/hooks'
import { useAppName } from '../apps.ts'
import { useRead } from '../reads.ts'
import type { Listed } from '../books.ts'
import { clockOf } from '../integration.ts'
import { Faults } from '../parts/faults.tsx'
import { stateOf } from '../parts/states.tsx'
import { type FaultRule, type Grant, labPaths, orderOf, ORDERS } from '../sandbox.ts'
import { numbered, t } from '../words.ts'
import { useWriting } from '../writing.ts'

/** Faults on order: switches for the usual ones; what programs have ordered besides stays. */
export function FaultsCard() {
  const reading = useRead<{ rules: FaultRule[] }>(labPaths.faultPlan)
  const grants = useRead<Listed<Grant>>(labPaths.grants).data?.items ?? []
  const [app, setApp] = useState<number | undefined>(undefined)
  const writing = useWriting()
  const nameOf = useAppName()
  const rules = reading.data?.rules ?? []
  const ofApp = (rule: FaultRule): boolean => (rule.app ?? undefined) === app
  const order = (kind: string, rule: FaultRule | undefined): void => {
    const kept = rules.filter((one) => one.kind !== kind || !ofApp(one)).map(orderOf)
    const asked = rule ? [{ ...rule, ...(app !== undefined && { app }) }] : []
    void writing.send('PUT', labPaths.faultPlan, { body: { rules: [...kept, ...asked] } })
  }
  const apps = [...new Map(grants.filter(({ revokedAt }) => revokedAt === null).map((one) => [one.app, one])).values()]
  const usual = ORDERS.map(({ rule }) => rule.kind)
  const others = rules.filter((one) => !ofApp(one) || !usual.includes(one.kind))
  return (
    <section class="card">
      <header>
        <h2>{t('faultsOnOrder')}</h2>
        <span class="grow" />
        <select
          class="chip"
          aria-label={t('faultsFor')}
          onChange={(event) => setApp(event.currentTarget.value === '' ? undefined : Number(event.currentTarget.value))}
        >
          <option value="">{t('allApps')}</option>
          {apps.map((one) => (
            <option key={one.app} value={one.app} selected={one.app === app}>
              {one.appName ?? t('appOf', { n: one.app })}
            </option>
          ))}
        </select>
      </header>
      <Faults messages={writing.messages} />
      {stateOf(reading, 6, 2) ?? (
        <ul class="orders">
          {ORDERS.map(({ word, how, rule }) => (
            <Order
              key={word}
              title={t(word)}
              how={t(how)}
              ordered={rules.find((one) => one.kind === rule.kind && ofApp(one))}
              isSending={writing.isSending}
              turn={(isOn) => order(rule.kind, isOn ? rule : undefined)}
            />
          ))}
          {others.map((one) => (
            <Order
              key={one.number}
              title={`${one.kind} ${one.operation ?? one.path ?? one.eventType ?? ''}`}
              how={one.app ? nameOf(one.app) : t('allApps')}
              ordered={one}
              isSending={writing.isSending}
              turn={() =>
                void writing.send('PUT', labPaths.faultPlan, {
                  body: { rules: rules.filter((other) => other !== one).map(orderOf) },
                })
              }
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface OrderProps {
  title: string
  how: string
  ordered: FaultRule | undefined
  isSending: boolean
  turn: (isOn: boolean) => void
}

function Order({ title, how, ordered, isSending, turn }: OrderProps) {
  const isOn = ordered !== undefined
  const last = ordered?.lastHitAt
  return (
    <li>
      <button
        type="button"
        class="sw"
        role="switch"
        aria-checked={isOn}
        aria-label={title}
        disabled={isSending}
        onClick={() => turn(!isOn)}
      />
      <span>
        <span class="m">{title}</span>
        <span class="s m3">{how}</span>
      </span>
      <span class="s m3 n">
        {ordered && ((ordered.hits ?? 0) > 0 ? t('hit', { n: numbered(ordered.hits ?? 0) }) : t('notYet'))}
        {last && <span class="only-wide">, {clockOf(last)}</span>}
      </span>
    </li>
  )
}
