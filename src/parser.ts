import { answerJobs } from './parsing/child.ts'

// The program of a parser: a process that reads what others have sent, and nothing else. Each room that has kinds of jobs is a line.

await answerJobs({
  documents: async () => (await import('./documents/jobs.ts')).documentJobs,
})
