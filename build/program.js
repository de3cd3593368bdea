import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileConsole } from './console.js'

/** The root folder of this checkout. */
export const CHECKOUT = fileURLToPath(new URL('../', import.meta.url))
const DIST = join(CHECKOUT, 'dist')
/**
 * Files besides the sources that decide the compiled program: what compiles it, and the versions of the compiler and of
 * what the console is made of.
 */
const BESIDE_SOURCES = ['build/program.js', 'build/console.js', 'package.json']
/** How many of the newest programs stay in `dist`: a running service starts workers from its own program. */
const KEPT = 10
/** A build that takes longer than this was interrupted. */
const BUILDING_MILLISECONDS = 600_000

/**
 * Finds the program of the current sources. If it is missing, compiles it into `dist/KEY`, where KEY is a hash of the
 * sources, so a stale program never runs. Several processes may compile at the same time: each builds into its own
 * directory and renames it, and the first one is kept. If `dist` is not writable (the tree is read-only, or belongs to
 * somebody else), compiles into a temporary directory, which is removed when this process ends.
 * @returns the path of its `main.js`.
 * @throws Error with the compiler's message when the sources cannot be compiled.
 */
export async function currentProgram() {
  for (;;) {
    const key = keyOfSources()
    const main = join(DIST, key, 'main.js')
    if (isReadable(main)) return main
    const inDist = buildingInDist()
    const building = inDist ?? buildingElsewhere(key)
    try {
      await compileInto(building)
    } catch (error) {
      fs.rmSync(building, { recursive: true })
      throw error
    }
    // A source may have changed during the build: then the result does not belong to this key.
    if (keyOfSources() !== key) fs.rmSync(building, { recursive: true })
    else if (inDist === undefined) return join(building, 'main.js')
    else return keep(building, main)
  }
}

/** The hash of all files that make the program. */
function keyOfSources() {
  const files = fs
    .readdirSync(join(CHECKOUT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|sql|csv|css|js|svg)$/.test(path))
    .map((path) => join('src', path))
  const hash = createHash('sha256')
  for (const file of [...files.sort(), ...BESIDE_SOURCES]) {
    const content = fs.readFileSync(join(CHECKOUT, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * A new directory in `dist`; undefined when it cannot be made. When root makes `dist`, the owner of the tree gets it.
 */
function buildingInDist() {
  try {
    if (fs.mkdirSync(DIST, { recursive: true }) !== undefined && process.geteuid?.() === 0) {
      const { uid, gid } = fs.statSync(CHECKOUT)
      fs.chownSync(DIST, uid, gid)
    }
    const building = fs.mkdtempSync(join(DIST, 'building-'))
    fs.chmodSync(building, 0o755)
    return building
  } catch {
    return undefined
  }
}

/** A new directory elsewhere, below a `package.json` and `node_modules` as in the tree: the program looks for both. */
function buildingElsewhere(/** @type {string} */ key) {
  const place = fs.mkdtempSync(join(tmpdir(), 'daybook-program-'))
  process.once('exit', () => fs.rmSync(place, { recursive: true, force: true }))
  fs.copyFileSync(join(CHECKOUT, 'package.json'), join(place, 'package.json'))
  for (const beside of ['node_modules', 'docs', 'README.md'])
    fs.symlinkSync(join(CHECKOUT, beside), join(place, beside))
  const building = join(place, 'dist', key)
  fs.mkdirSync(building, { recursive: true })
  return building
}

/**
 * Bundles the sources, because a bundle loads faster than two hundred files. Modules that commands load at run time,
 * and the program of parsers, stay separate files. Like the files in `src`, the program finds the schema, the
 * migrations, the data of the demo company and what browsers load beside itself (that of the console in `console`), and
 * `package.json` in a folder above.
 * @param more further entry points, by name.
 */
export async function compileInto(/** @type {string} */ directory, /** @type {Record<string, string>} */ more = {}) {
  const { build, stop } = await import('esbuild')
  try {
    const compiled = await Promise.allSettled([
      build({
        absWorkingDir: CHECKOUT,
        entryPoints: { main: 'src/main.ts', parser: 'src/parser.ts', ...more },
        outdir: directory,
        bundle: true,
        splitting: true,
        packages: 'external',
        platform: 'node',
        format: 'esm',
        target: 'node20',
        sourcemap: true,
        sourcesContent: false,
        tsconfigRaw: { compilerOptions: { target: 'ES2022', verbatimModuleSyntax: true } },
        logLevel: 'silent',
      }),
      compileConsole(build, CHECKOUT, join(directory, 'console')),
    ])
    for (const one of compiled) if (one.status === 'rejected') throw one.reason
  } finally {
    await stop()
  }
  for (const read of ['database/schema', 'database/migrations', 'templates/data', 'pages/browser'])
    fs.cpSync(join(CHECKOUT, 'src', read), join(directory, basename(read)), { recursive: true })
}

/** Renames a finished build after flushing its contents to the disk, so that a crash leaves no partial program. */
function keep(/** @type {string} */ building, /** @type {string} */ main) {
  for (const file of fs.readdirSync(building, { recursive: true, encoding: 'utf8' })) flush(join(building, file))
  try {
    fs.renameSync(building, dirname(main))
  } catch (error) {
    fs.rmSync(building, { recursive: true })
    // Another process has built the same program meanwhile.
    if (!isReadable(main)) throw error
  }
  removeOld()
  return main
}

function flush(/** @type {string} */ path) {
  const file = fs.openSync(path, 'r')
  fs.fsyncSync(file)
  fs.closeSync(file)
}

/** Removes old programs and the directories of interrupted builds. */
function removeOld() {
  const timeOf = (/** @type {string} */ path) => fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const isOver = (/** @type {string} */ path) =>
    !basename(path).startsWith('building-') || Date.now() - timeOf(path) > BUILDING_MILLISECONDS
  const programs = fs
    .readdirSync(DIST)
    .map((name) => join(DIST, name))
    .filter(isOver)
  for (const path of programs.sort((left, right) => timeOf(right) - timeOf(left)).slice(KEPT)) {
    try {
      fs.rmSync(path, { recursive: true, force: true })
    } catch {
      // Belongs to somebody else, so it stays.
    }
  }
}

function isReadable(/** @type {string} */ path) {
  try {
    fs.accessSync(path, fs.constants.R_OK)
    return true
  } catch {
    return false
  }
}
