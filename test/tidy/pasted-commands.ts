import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { commandHere } from '../process/here.ts'

/** Commands that shells run without starting a program for each. */
export interface Commands {
  /** What a shell runs for it, as `daybook`. */
  shell: string
  /** What the commands have complained of. */
  complained(): string
  close(): Promise<void>
}

/** The bytes of a request, which are words that each end in a NUL. */
async function wordsOf(request: AsyncIterable<Buffer>): Promise<string[]> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString().split('\0').slice(0, -1)
}

/**
 * Listens for the words of commands, and runs each as `commandHere` does, one after the other. The shell gets what the
 * command prints, and fails where it fails.
 */
export async function openCommands(environment: Record<string, string>): Promise<Commands> {
  let complained = ''
  let last: Promise<unknown> = Promise.resolve()
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const { code, stdout, stderr } = await commandHere(await wordsOf(request), { environment })
      complained += stderr
      response.writeHead(code === 0 ? 200 : 500).end(stdout)
    }
    last = last.then(answer).catch((error: Error) => {
      complained += error.stack
      response.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    shell: `daybook() { printf '%s\\0' "$@" | command curl -s --fail-with-body --data-binary @- ${url}; }`,
    complained: () => complained,
    async close() {
      server.close()
      await last
    },
  }
}
