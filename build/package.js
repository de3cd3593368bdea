import * as fs from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { CHECKOUT, compileInto } from './program.js'

// Builds the contents of the package for `npm pack`: the compiled program as `bin`, and `daybook/testing` with its types.

const LIBRARY = join(CHECKOUT, 'lib')
const PROGRAM = join(LIBRARY, 'daybook')
const PUBLIC = 'src/testing/testing.ts'

fs.rmSync(LIBRARY, { recursive: true, force: true })
fs.mkdirSync(PROGRAM, { recursive: true })
await compileInto(PROGRAM, { testing: PUBLIC, 'testing-host': 'src/testing/host.ts' })
fs.chmodSync(join(PROGRAM, 'main.js'), 0o755)
// The types of its messages stand beside it.
for (const file of [PUBLIC, 'src/testing/messages.ts']) {
  const { outputText } = ts.transpileDeclaration(fs.readFileSync(join(CHECKOUT, file), 'utf8'), { fileName: file })
  const declarations = outputText.replace(/(from ['"]\.\/\w+)\.ts(['"])/g, '$1.js$2')
  fs.writeFileSync(join(PROGRAM, basename(file, '.ts') + '.d.ts'), declarations)
}
