import { answerJobs } from './parsing/child.ts'

// The program of a parser: a process that reads what others have sent, and nothing else. Each room that has kinds of
// jobs is a line.

await answerJobs({
  bank: async () => (await import('./bank/jobs.ts')).bankJobs,
  documents: async () => (await import('./documents/jobs.ts')).documentJobs,
  inbox: async () => (await import('./inbox/jobs.ts')).inboxJobs,
})
