import * as fs from 'node:fs'
import { join } from 'node:path'
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
const { outputText } = ts.transpileDeclaration(fs.readFileSync(join(CHECKOUT, PUBLIC), 'utf8'), { fileName: PUBLIC })
fs.writeFileSync(join(PROGRAM, 'testing.d.ts'), outputText)
