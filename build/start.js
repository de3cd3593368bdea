import { pathToFileURL } from 'node:url'
import { currentProgram } from './program.js'

// Runs the program, compiled: what `npm start` and `npm run daybook` do.

let program
try {
  program = await currentProgram()
} catch (error) {
  process.stderr.write(`daybook: ${/** @type {Error} */ (error).message}\n`)
  process.exit(1)
}
// By this name node:cluster starts workers: from the very program that runs, whatever becomes of the sources meanwhile.
process.argv[1] = program
await import(pathToFileURL(program).href)
