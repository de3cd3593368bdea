import type { Sandbox } from './testing.ts'

/** Messages of the service to the process that started it. An answer has the number of its request. */
export type Told =
  | { ready: string }
  | { failed: string }
  | { asked: number; sandbox: Sandbox }
  | { asked: number; error: string }
/** A request to the service. */
export interface Asked {
  asked: number
  template: 'demo' | 'danish' | 'empty'
}
