import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import ts from 'typescript'
import { CHECKOUT, compileInto } from './program.js'

// Builds the contents of the package for `npm pack`: the compiled program as `bin`, `daybook/testing` and
// `daybook/client` with their types.

const LIBRARY = join(CHECKOUT, 'lib')
const PROGRAM = join(LIBRARY, 'daybook')
const PUBLIC = 'src/testing/testing.ts'
const CLIENT = 'src/client'

fs.rmSync(LIBRARY, { recursive: true, force: true })
fs.mkdirSync(PROGRAM, { recursive: true })
await compileInto(PROGRAM, { testing: PUBLIC, 'testing-host': 'src/testing/host.ts', client: `${CLIENT}/client.ts` })
fs.chmodSync(join(PROGRAM, 'main.js'), 0o755)
// The types of its messages stand beside it.
for (const file of [PUBLIC, 'src/testing/laboratory.ts', 'src/testing/messages.ts'])
  declare(file, join(PROGRAM, basename(file, '.ts') + '.d.ts'))
for (const file of fs.readdirSync(join(CHECKOUT, CLIENT), { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.ts')) continue
  const declared = join(PROGRAM, 'client', file.replace(/(\.d)?\.ts$/, '.d.ts'))
  fs.mkdirSync(dirname(declared), { recursive: true })
  declare(join(CLIENT, file), declared)
}

/** Writes what a file declares, for programs that compile with the package. */
function declare(/** @type {string} */ file, /** @type {string} */ declared) {
  const text = fs.readFileSync(join(CHECKOUT, file), 'utf8')
  const { outputText } = file.endsWith('.d.ts')
    ? { outputText: text }
    : ts.transpileDeclaration(text, { fileName: file })
  fs.writeFileSync(declared, outputText.replace(/(from ['"]\.{1,2}\/[\w/-]+)(\.d)?\.ts(['"])/g, '$1.js$3'))
}
