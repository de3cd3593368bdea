import { readdir, readFile } from 'node:fs/promises'

/** A process of this machine, as Linux counts it. */
export interface Counted {
  pid: number
  name: string
  /** Processor time with that of ended children, in the unit of Linux. */
  ticks: number
  /** Memory in use, in pages. */
  pages: number
}

/** Looks at every process of this machine. @returns what tells the process with a number and every one below it. */
export async function processTrees(): Promise<(root: number) => Counted[]> {
  const children = new Map<number, Counted[]>()
  const found = new Map<number, Counted>()
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const line = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '')
    // After the name: state, parent, from the twelfth field the process's own time and that of ended children, and the
    // 22nd the memory.
    const words = line.slice(line.lastIndexOf(')') + 2).split(' ')
    if (words.length < 22) continue
    const ticks = words.slice(11, 15).reduce((sum, word) => sum + Number(word), 0)
    const name = line.slice(line.indexOf('(') + 1, line.lastIndexOf(')'))
    const counted = { pid: Number(entry), name, ticks, pages: Number(words[21]) }
    found.set(counted.pid, counted)
    children.set(Number(words[1]), [...(children.get(Number(words[1])) ?? []), counted])
  }
  const below = (pid: number): Counted[] => (children.get(pid) ?? []).flatMap((child) => [child, ...below(child.pid)])
  return (root) => [...(found.has(root) ? [found.get(root)!] : []), ...below(root)]
}
