import { pathToFileURL } from 'node:url'
import { currentProgram } from './program.js'

// Runs the compiled program, for `npm start` and `npm run daybook`.

let program
try {
  program = await currentProgram()
} catch (error) {
  process.stderr.write(`daybook: ${/** @type {Error} */ (error).message}\n`)
  process.exit(1)
}
// node:cluster starts workers from this path: the running program, even if the sources change meanwhile.
process.argv[1] = program
await import(pathToFileURL(program).href)
