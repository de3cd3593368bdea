import * as fs from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** What is worth compressing: fonts are packed already. */
const PACKED = /\.(js|css|svg)$/
/** Brotli's best is 11, which takes ten times as long for a twentieth of the bytes. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/**
 * Compiles what browsers load of the console: a script with its parts, a style, fonts. Every name has the hash of its
 * content, so that caches keep it for ever. Beside each file that is worth it lie its compressed forms, and
 * `console.json`, which says what the page begins with.
 * @param {typeof import('esbuild').build} build
 * @param {string} checkout
 * @param {string} directory
 */
export async function compileConsole(build, checkout, directory) {
  const { metafile } = await build({
    absWorkingDir: checkout,
    entryPoints: { main: 'src/console/main.tsx', console: 'src/console/styles/console.css' },
    outdir: directory,
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.woff2': 'file', '.svg': 'file' },
    metafile: true,
    tsconfigRaw: { compilerOptions: { target: 'ES2022', verbatimModuleSyntax: true } },
    logLevel: 'silent',
  })
  const made = Object.entries(metafile.outputs)
  const madeOf = (/** @type {string} */ source) => made.find(([, { entryPoint }]) => entryPoint === source)
  const [script, of] = madeOf('src/console/main.tsx') ?? []
  const [style] = madeOf('src/console/styles/console.css') ?? []
  const names = made.map(([path]) => basename(path)).sort()
  fs.writeFileSync(
    join(directory, 'console.json'),
    JSON.stringify({
      script: basename(script ?? ''),
      style: basename(style ?? ''),
      parts: of?.imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path)),
      fonts: names.filter((name) => /^inter-.*\.woff2$/.test(name)),
      files: names,
    }),
  )
  await Promise.all(names.filter((name) => PACKED.test(name)).map((name) => pack(join(directory, name))))
}

async function pack(/** @type {string} */ path) {
  const content = fs.readFileSync(path)
  const [br, gz] = await Promise.all([promisify(brotliCompress)(content, BROTLI), promisify(gzip)(content)])
  fs.writeFileSync(`${path}.br`, br)
  fs.writeFileSync(`${path}.gz`, gz)
}
