import { isLoopback } from '../loopback.ts'
import { type Command, exitBy, onEndSignals, StartError, UsageError } from './command.ts'

/** Receives the webhooks of sandboxes for a program on this machine. */
export const forwardCommand: Command = {
  name: 'webhooks forward',
  summary: 'Pass webhooks of sandboxes on to a program on this machine, and print each, until it is stopped.',
  arguments: [],
  options: {
    to: { value: 'URL', summary: 'Where the program listens, such as http://127.0.0.1:3000/hook.', required: true },
  },
  async run({ options, isJson, config }) {
    const { announce, FORWARD_HOST } = await import('../webhooks/forward/place.ts')
    const { receiveFor } = await import('../webhooks/forward/receive.ts')
    const to = programAt(options.to!)
    const say = (value: object, text: string): void =>
      void process.stdout.write(`${isJson ? JSON.stringify(value) : text}\n`)
    const ended = new Promise<NodeJS.Signals>((resolve) => {
      onEndSignals(resolve)
      // Nobody reads what it prints.
      process.stdout.once('error', () => resolve('SIGPIPE'))
    })
    const receiving = await receiveFor(to, (passed) => {
      const { at, path, webhookId, statusCode, error, milliseconds, body } = passed
      const came = `${at.slice(11, 19)} ${path} ${webhookId ?? '-'} → ${error ?? statusCode}, ${milliseconds} ms`
      say(passed, body === '' ? came : `${came}\n  ${body.replaceAll('\n', '\n  ')}`)
    })
    const { port, certificate } = receiving
    const data = config.dataDirectory
    const takeBack = await announce(data, { port, certificate }).catch(async (error: Error) => {
      await receiving.close()
      throw new StartError(
        `The data directory ${data} cannot be written: ${error.message}. Run it as the user of the service, with its DAYBOOK_DATA.`,
      )
    })
    const url = `https://${FORWARD_HOST}/`
    say({ url, to: to.href }, `Webhooks of sandboxes with the url ${url} go to ${to.href}. Ctrl-C ends it.`)
    const signal = await ended
    await takeBack()
    await receiving.close()
    return exitBy(signal)
  },
}

/** @throws UsageError unless the url leads to this machine over http. */
function programAt(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (
    url?.protocol !== 'http:' ||
    !isLoopback(url.hostname) ||
    url.username !== '' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw new UsageError(
      `--to is '${text}'; give the http address of a program on this machine, such as http://127.0.0.1:3000/hook.`,
    )
  }
  return url
}
