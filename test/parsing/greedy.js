import { answerJobs } from '../../src/parsing/child.ts'

// A parser whose jobs do harm to it, in each way that a file could.

const kept = []

await answerJobs({
  greedy: async () => ({
    loops: async () => {
      for (;;);
    },
    fillsItsHeap: async () => {
      for (;;) kept.push({ at: kept.length, more: [1, 2, 3] })
    },
    makesOneLargeMap: async () => {
      const map = new Map()
      for (let at = 0; ; at += 1) map.set(at, at)
    },
    fillsBuffers: async () => {
      for (;;) kept.push(Buffer.alloc(10_000_000, 1))
    },
    sleeps: () => new Promise(() => setInterval(() => {}, 1000)),
    works: async () => ({ facts: {}, files: [] }),
  }),
})
