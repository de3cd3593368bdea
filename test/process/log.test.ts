import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../patience.ts'
import { madeDirectory } from './made.ts'
import { type dataDirectory, postgresProcesses, type Program, serve } from './program.ts'

let place: Awaited<ReturnType<typeof dataDirectory>>
beforeAll(async () => {
  place = await madeDirectory()
})
afterAll(() => place.remove())

/** Asks for paths that nobody else asks for. */
const ask = async (url: string, name: string, many: number): Promise<string[]> => {
  const paths = Array.from({ length: many }, (_, number) => `/${name}-${number}`)
  await Promise.all(paths.map(async (path) => await (await fetch(url + path)).text()))
  return paths
}

const logged = (program: Program): Record<string, unknown>[] =>
  program
    .said()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
const pathsIn = (lines: readonly Record<string, unknown>[]): unknown[] =>
  lines.filter(({ msg }) => msg === 'request').map(({ path }) => path)

test.each(['1', '2'])(
  'every request has its line, while the service runs and when it has ended: %s workers',
  async (workers) => {
    const service = await serve({ environment: { DAYBOOK_DATA: place.data, DAYBOOK_WORKERS: workers } })
    const first = await ask(service.url, 'first', 3)
    await eventually(() => first.every((path) => service.said().includes(`"${path}"`)))
    const last = await ask(service.url, 'last', 100)
    service.child.kill('SIGTERM')
    const { code } = await service.ended
    const lines = logged(service)
    expect(code).toBe(0)
    expect(await postgresProcesses(place.data)).toEqual([])
    expect(pathsIn(lines).sort()).toEqual([...first, ...last].sort())
    expect(lines.at(-1)).toMatchObject({ msg: 'stopped' })
  },
)
