import type { Sandbox } from './testing.ts'

/** What the service tells the process that started it; answers bear the number of what was asked. */
export type Told =
  | { ready: string }
  | { failed: string }
  | { asked: number; sandbox: Sandbox }
  | { asked: number; error: string }
/** What it is asked. */
export interface Asked {
  asked: number
  template: 'demo' | 'danish' | 'empty'
}
