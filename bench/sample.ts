/** The result of one run: every answer that came within its time. */
export interface Sample {
  /** The measured time, without warm-up. */
  seconds: number
  /** How long each answer took, in the order they came. */
  milliseconds: number[]
}

/** How long a run warms up, uncounted, and how long it is measured. */
export interface Span {
  warmUpSeconds: number
  seconds: number
}

/**
 * Runs clients that each ask again as soon as they have their answer. An answer counts when it comes within the span,
 * even if it was asked for earlier, so nothing is lost at either end. This is a closed loop: a client that waits for a
 * late answer asks nothing. So the percentiles are those of the answers given, not of arrivals at a fixed rate.
 * @param ask begins a client's next request; undefined when the client has none left, which ends the run for all.
 */
export async function closedLoop(
  clients: number,
  span: Span,
  ask: (client: number) => Promise<void> | undefined,
): Promise<Sample> {
  const begin = performance.now() + span.warmUpSeconds * 1000
  let end = begin + span.seconds * 1000
  const milliseconds: number[] = []
  const run = async (client: number): Promise<void> => {
    for (;;) {
      const asked = performance.now()
      if (asked >= end) return
      const answer = ask(client)
      if (!answer) {
        end = asked
        return
      }
      await answer
      const answered = performance.now()
      if (answered > begin && answered <= end) milliseconds.push(answered - asked)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)))
  return { seconds: Math.max(0, end - begin) / 1000, milliseconds }
}

/** Merges rounds of the same measurement into one. */
export function merged(samples: readonly Sample[]): Sample {
  return {
    seconds: samples.reduce((sum, { seconds }) => sum + seconds, 0),
    milliseconds: samples.flatMap(({ milliseconds }) => milliseconds),
  }
}

/** A sample in four numbers; times in milliseconds. */
export interface Summary {
  answers: number
  perSecond: number
  p50: number
  p99: number
}

/** @throws Error for a sample without answers. */
export function summary({ seconds, milliseconds }: Sample): Summary {
  if (milliseconds.length === 0) throw new Error('No answer came within the time measured; give more --seconds.')
  const sorted = Float64Array.from(milliseconds).sort()
  const percentile = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1]!
  return {
    answers: sorted.length,
    perSecond: sorted.length / seconds,
    p50: percentile(0.5),
    p99: percentile(0.99),
  }
}

/** The middle value, or the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!) / 2
}
