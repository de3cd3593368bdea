/** What the service answered last, by path, and what it is being asked. */
export function makeAnswers() {
  const answered = new Map<string, { data: unknown; at: number }>()
  const underWay = new Map<string, Promise<unknown>>()
  let turns = 0

  /** Asks once, however many want to know at the same time, and keeps the answer unless things turned meanwhile. */
  async function ask<T>(name: string, send: () => Promise<T>): Promise<T> {
    const asked = underWay.get(name) as Promise<T> | undefined
    if (asked) return await asked
    const turn = turns
    const answer = send()
    underWay.set(name, answer)
    try {
      const data = await answer
      if (turn === turns) answered.set(name, { data, at: Date.now() })
      return data
    } finally {
      if (underWay.get(name) === answer) underWay.delete(name)
    }
  }

  /** What was answered last, and not longer ago than some milliseconds. */
  function known<T>(name: string, within = Number.POSITIVE_INFINITY): T | undefined {
    const last = answered.get(name)
    return last && Date.now() - last.at <= within ? (last.data as T) : undefined
  }

  /** Something was written: what is being asked may be answered as it was before, so it is asked anew. */
  function turn(isOutdated: (name: string) => boolean): void {
    turns++
    underWay.clear()
    for (const [name, last] of answered) if (isOutdated(name)) last.at = 0
  }

  /** Forgets everything, and what is still to be answered: another agreement is shown. */
  function forget(): void {
    turn(() => false)
    answered.clear()
  }
  return { ask, known, turn, forget, isAsking: () => underWay.size > 0 }
}
