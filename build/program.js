import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The tree of this program. */
export const CHECKOUT = fileURLToPath(new URL('../', import.meta.url))
const DIST = join(CHECKOUT, 'dist')
/** What decides what the program is compiled to, beside its sources: this script, and the compiler's version. */
const BESIDE_SOURCES = ['build/program.js', 'package.json']
/** Programs that stay in `dist`, the newest: a service still starts workers from the one it was started from. */
const KEPT = 10
/** What is being built for longer than this was interrupted. */
const BUILDING_MILLISECONDS = 600_000

/**
 * Finds the program that the sources make as they are now. Where it is not there yet, compiles it into `dist/KEY`, with
 * a hash of the sources as KEY: a changed source is never run stale. Programs that start at once may all compile; each
 * builds beside and renames, and the first is kept. Where `dist` cannot be written (the tree is read-only, or somebody
 * else's), compiles into a temporary directory that goes with this process.
 * @returns the path of its `main.js`.
 * @throws Error with the compiler's words where the sources cannot be compiled.
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
    // Compiled is perhaps what a source became meanwhile: that is no program of this key.
    if (keyOfSources() !== key) fs.rmSync(building, { recursive: true })
    else if (inDist === undefined) return join(building, 'main.js')
    else return keep(building, main)
  }
}

/** The hash of everything that the program is made of. */
function keyOfSources() {
  const files = fs
    .readdirSync(join(CHECKOUT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|sql)$/.test(path))
    .map((path) => join('src', path))
  const hash = createHash('sha256')
  for (const file of [...files.sort(), ...BESIDE_SOURCES]) {
    const content = fs.readFileSync(join(CHECKOUT, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}

/** A new directory in `dist`, undefined where there can be none. What root makes for others stays theirs to write in. */
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

/** A new directory elsewhere: as deep below a `package.json` and `node_modules` as in the tree, which the program looks for. */
function buildingElsewhere(/** @type {string} */ key) {
  const place = fs.mkdtempSync(join(tmpdir(), 'daybook-program-'))
  process.once('exit', () => fs.rmSync(place, { recursive: true, force: true }))
  fs.copyFileSync(join(CHECKOUT, 'package.json'), join(place, 'package.json'))
  fs.symlinkSync(join(CHECKOUT, 'node_modules'), join(place, 'node_modules'))
  const building = join(place, 'dist', key)
  fs.mkdirSync(building, { recursive: true })
  return building
}

/**
 * Bundles the sources, which loads faster than two hundred files; what a command loads as it runs stays apart, and so does what threads run. The
 * program finds files beside itself: the migrations, and two folders up `package.json`, as the files in `src` do.
 * @param more what else is compiled, by name.
 */
export async function compileInto(/** @type {string} */ directory, /** @type {Record<string, string>} */ more = {}) {
  const { build, stop } = await import('esbuild')
  try {
    await build({
      absWorkingDir: CHECKOUT,
      entryPoints: { main: 'src/main.ts', 'pdf-thread': 'src/documents/thread.ts', ...more },
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
    })
  } finally {
    await stop()
  }
  fs.cpSync(join(CHECKOUT, 'src', 'database', 'migrations'), join(directory, 'migrations'), { recursive: true })
}

/** Gives a program that was built its name, after its contents are on the disk: a crash leaves none that is half there. */
function keep(/** @type {string} */ building, /** @type {string} */ main) {
  for (const file of fs.readdirSync(building, { recursive: true, encoding: 'utf8' })) flush(join(building, file))
  try {
    fs.renameSync(building, dirname(main))
  } catch (error) {
    fs.rmSync(building, { recursive: true })
    // Another program that started at once has made the same.
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

/** Also what builds left that were interrupted. */
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
      // Somebody else's; it stays.
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
