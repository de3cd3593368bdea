/** What the service answered last, by path, and what it is being asked. */
export function makeAnswers() {
  const answered = new Map<string, { data: unknown; at: number }>()
  const underWay = new Map<string, { answer: Promise<unknown>; isLasting: boolean }>()

  /**
   * Asks once, however many want to know at the same time, and keeps the answer unless things turned meanwhile.
   * @param isLasting whether only a write that may change it makes the answer old.
   */
  async function ask<T>(name: string, send: () => Promise<T>, isLasting = false): Promise<T> {
    const asked = underWay.get(name)
    if (asked) {
      asked.isLasting &&= isLasting
      return (await asked.answer) as T
    }
    const own = { answer: send(), isLasting }
    underWay.set(name, own)
    try {
      const data = await own.answer
      if (underWay.get(name) === own) answered.set(name, { data, at: Date.now() })
      return data
    } finally {
      if (underWay.get(name) === own) underWay.delete(name)
    }
  }

  /** What was answered last, and not longer ago than some milliseconds. */
  function known<T>(name: string, within = Number.POSITIVE_INFINITY): T | undefined {
    const last = answered.get(name)
    return last && Date.now() - last.at <= within ? (last.data as T) : undefined
  }

  /** Something was written: what is being asked may be answered as it was before, so it is asked anew. */
  function turn(isOutdated: (name: string) => boolean): void {
    for (const [name, { isLasting }] of underWay) if (!isLasting || isOutdated(name)) underWay.delete(name)
    for (const [name, last] of answered) if (isOutdated(name)) last.at = 0
  }

  /** Forgets everything, and what is still to be answered: another agreement is shown. */
  function forget(): void {
    underWay.clear()
    answered.clear()
  }
  return { ask, known, turn, forget, isAsking: () => underWay.size > 0 }
}
