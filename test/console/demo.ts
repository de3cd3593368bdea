import { afterAll, beforeAll } from 'vitest'
import { Console, leave, type Look, type Shown } from './chromium.ts'

/** The console over the demo company, which needs no signing in, and what the API says there. */
class DemoDesk {
  console!: Console
  readonly opened = new Map<Look['language'], Shown>()

  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the API says
  readonly demo = async (path: string): Promise<any> => {
    const headers = { 'X-AppSecretToken': 'demo', 'X-AgreementGrantToken': 'demo' }
    return (await this.console.service.call('GET', path, { headers })).json
  }

  /** A page of the console, in the one of its language: making another takes longer than most tests. */
  readonly at = async (path: string, look: Look): Promise<Shown> => {
    const before = this.opened.get(look.language)
    const shown = await (before ? this.console.turned(before, path, look) : this.console.page(path, look))
    this.opened.set(look.language, shown)
    return shown
  }
}

/** The desk of the tests of a group: its service is made before them, and stopped after them. */
export function demoDesk(program: string | undefined): DemoDesk {
  const desk = new DemoDesk()
  beforeAll(async () => void (desk.console = await Console.ofDemo(program!)))
  afterAll(async () => {
    for (const shown of desk.opened.values()) await leave(shown, false, false)
    await desk.console?.service.stop()
  })
  return desk
}
