import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import openapiTs, { astToString, type OpenAPI3 } from 'openapi-typescript'

export const run = promisify(execFile)
const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url))

/** A folder in which clients are generated and compiled. */
export class ClientProject {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static async make(): Promise<ClientProject> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'daybook-client-')))
    await mkdir(join(folder, 'node_modules/@types'), { recursive: true })
    for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types/node', 'undici-types']) {
      await symlink(join(CHECKOUT, 'node_modules', name), join(folder, 'node_modules', name))
    }
    await writeFile(join(folder, 'package.json'), '{"type": "module"}')
    return new ClientProject(folder)
  }

  write(name: string, text: string): Promise<void> {
    return writeFile(join(this.folder, name), text)
  }

  /** Writes the client of a document, under a name of its own. */
  async generate(document: unknown, name: string): Promise<string> {
    const plain = JSON.parse(JSON.stringify(document)) as OpenAPI3
    await this.write(name, astToString(await openapiTs(plain, { silent: true })))
    return name
  }

  /** What the compiler reports of the files, under strict. It writes its results beside them. */
  async compile(files: readonly string[]): Promise<string> {
    const compilerOptions = { strict: true, module: 'nodenext', target: 'es2022', types: ['node'], skipLibCheck: true }
    await this.write('tsconfig.json', JSON.stringify({ compilerOptions, files }))
    const tsc = join(CHECKOUT, 'node_modules/typescript/bin/tsc')
    return (await run(process.execPath, [tsc], { cwd: this.folder }).catch((error: { stdout: string }) => error)).stdout
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true })
  }
}
