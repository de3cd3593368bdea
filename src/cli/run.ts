import { parseArgs } from 'node:util'
import { AccessError } from '../access/issue.ts'
import { BackupError } from '../backup/format.ts'
import { ConfigError, readConfig } from '../config.ts'
import { DistributionError } from '../database/distribution/shard-views.ts'
import { EmbeddedDatabaseError } from '../database/embedded/binaries.ts'
import { OlderSchemaError } from '../database/migrating/baseline.ts'
import { NewerSchemaError } from '../database/migrating/newer.ts'
import { isUnavailable, unavailableReason } from '../errors/unavailable.ts'
import { SecretError } from '../secrets/key.ts'
import { SafTError } from '../saf-t/error.ts'
import type { Command, Output } from './command.ts'
import { StartError, UsageError } from './command.ts'
import { commands } from './commands.ts'

/** Faults whose message says enough. Others show their stack. */
const EXPLAINED = [
  AccessError,
  BackupError,
  DistributionError,
  EmbeddedDatabaseError,
  NewerSchemaError,
  OlderSchemaError,
  SafTError,
  SecretError,
  StartError,
]

/**
 * Runs one command line, without the program's own name.
 * @returns the exit code: 0 done, 1 failed, 2 not understood.
 */
export async function run(words: readonly string[]): Promise<number> {
  outliveReaders()
  try {
    if (['--help', '-h', 'help'].includes(words[0] ?? '')) return say(overview())
    const command = findCommand(words)
    const { values, positionals } = parse(command, words.slice(command.name.split(' ').length))
    if (values.help) return say(helpOf(command))
    const config = readConfig()
    const { json, help: _help, ...given } = values
    checkRequired(command, given, positionals)
    const options = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
    const output = await command.run({ options, arguments: positionals, isJson: json === true, config })
    return output ? print(output, json === true) : 0
  } catch (error) {
    if (error instanceof UsageError || error instanceof ConfigError) return complain(error.message, 2)
    if (EXPLAINED.some((kind) => error instanceof kind)) return complain((error as Error).message, 1)
    const cause = causeOutside(error)
    if (cause !== undefined) return complain(cause, 1)
    return complain(error instanceof Error ? (error.stack ?? error.message) : String(error), 1)
  }
}

/** SQLSTATEs of a server that lets this role or database in nowhere, or forbids what was asked. */
const REFUSED = ['28000', '28P01', '3D000', '42501']
/** System calls of connections; others with an error number are about files. */
const CALLS_OF_CONNECTIONS = ['connect', 'getaddrinfo']

/**
 * What ended a command that no stack explains: a full disk, a database that is away. @returns undefined for a fault of
 * ours.
 */
function causeOutside(error: unknown): string | undefined {
  const { code = '', syscall, errno, message } = error as NodeJS.ErrnoException
  if (REFUSED.includes(code)) return `The database refuses: ${message}. See docs/operators/install.md for the roles.`
  const isOfFile = errno !== undefined && syscall !== undefined && !CALLS_OF_CONNECTIONS.includes(syscall)
  if (isUnavailable(error) && !(isOfFile && code === 'ENOENT')) {
    return `The database cannot be reached, or was lost meanwhile: ${unavailableReason(error) ?? message}`
  }
  return isOfFile ? message : undefined
}

function findCommand(words: readonly string[]): Command {
  if (words.length === 0) throw new UsageError(`Give a command.\n\n${overview()}`)
  const called = commands.filter(({ name }) => name.split(' ').every((word, index) => words[index] === word))
  // `sandbox reset` is not `sandbox`.
  const command = called.sort((left, right) => right.name.length - left.name.length)[0]
  if (command) return command
  const family = commands.filter(({ name }) => name.startsWith(`${words[0]} `)).map(({ name }) => name)
  throw new UsageError(
    family.length > 0
      ? `Unknown command '${words.slice(0, 2).join(' ')}'; there is ${family.join(', ')}.`
      : `Unknown command '${words[0]}'. See daybook --help.`,
  )
}

function parse(command: Command, args: readonly string[]) {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = {
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  }
  for (const [name, { value }] of Object.entries(command.options)) {
    options[name] = { type: value === undefined ? 'boolean' : 'string' }
  }
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ')
    throw new UsageError(`${sentence}. See daybook ${command.name} --help.`)
  }
}

function checkRequired(command: Command, options: Readonly<Record<string, unknown>>, args: readonly string[]): void {
  const missing = Object.keys(command.options).filter((name) => command.options[name]!.required && !options[name])
  if (missing.length > 0) {
    throw new UsageError(`daybook ${command.name} needs ${missing.map((name) => `--${name}`).join(' and ')}.`)
  }
  // What a variable of the shell left empty is not given.
  const absent = command.arguments.filter((_, at) => !args[at])
  if (absent.length > 0) throw new UsageError(`daybook ${command.name} needs ${absent.join(' and ')}.`)
  if (args.length > command.arguments.length) {
    throw new UsageError(`daybook ${command.name} does not take '${args[command.arguments.length]}'.`)
  }
}

function print(output: Output, json: boolean): number {
  const fields = () =>
    Object.entries(output.json)
      .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
      .join('\n')
  const text = json ? JSON.stringify(output.json) : (output.text ?? fields())
  const stream = output.failed && !json ? process.stderr : process.stdout
  stream.write(`${text}\n`)
  if (output.notice !== undefined) process.stderr.write(`daybook: ${output.notice}\n`)
  return output.failed ? 1 : 0
}

function overview(): string {
  const width = Math.max(...commands.map((command) => command.name.length))
  const lines = commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`)
  return [
    'daybook COMMAND [--json] [--help]',
    '',
    ...lines,
    '',
    'Settings are environment variables: see docs/operators/settings.md.',
  ].join('\n')
}

function helpOf(command: Command): string {
  const options = Object.entries(command.options).map(([name, option]) => ({
    usage: option.value === undefined ? `--${name}` : `--${name} ${option.value}`,
    ...option,
  }))
  const all = [...options, { usage: '--json', summary: 'Answer as one line of JSON.', required: undefined }]
  const width = Math.max(...all.map(({ usage }) => usage.length))
  const usage = options.map(({ usage, required }) => (required ? usage : `[${usage}]`))
  return [
    ['daybook', command.name, ...command.arguments, ...usage].join(' '),
    '',
    command.summary,
    '',
    ...all.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`),
  ].join('\n')
}

/** Drops what nobody reads any more: a command whose reader has gone (`| head`) still does its work to the end. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}

function say(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

function complain(message: string, code: number): number {
  process.stderr.write(`daybook: ${message}\n`)
  return code
}
