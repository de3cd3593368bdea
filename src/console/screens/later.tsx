import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Page } from '../frame/page.tsx'
import { Failure } from '../parts/states.tsx'
import { Refusal } from '../refusal.ts'

interface LaterProps<Props extends object> {
  /** What stands above until the screen is there. */
  title: string
  load: () => Promise<ComponentType<Props>>
  props: Props
}

/** A screen whose script comes when somebody opens it: who does not never loads it. */
export function Later<Props extends object>({ title, load, props }: LaterProps<Props>) {
  const [loaded, show] = useState<{ Shown: ComponentType<Props> } | undefined>(undefined)
  const [isMissing, miss] = useState(false)
  useEffect(() => {
    load().then(
      (Shown) => show({ Shown }),
      () => miss(true),
    )
  }, [])
  if (loaded) return <loaded.Shown {...props} />
  return <Page title={title}>{isMissing && <Failure refusal={new Refusal(0, 'offline', [], undefined)} />}</Page>
}
