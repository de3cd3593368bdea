#!/usr/bin/env node
import cluster from 'node:cluster'
import { run } from './cli/run.ts'
import { nameSources } from './cli/traces.ts'

nameSources(new URL('./', import.meta.url).href)
if (cluster.isWorker) {
  const { work } = await import('./cli/workers.ts')
  await work()
} else {
  process.exitCode = await run(process.argv.slice(2))
}
