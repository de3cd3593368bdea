import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { recordProvoked } from '../errors/record.ts'

/** An answer as it came, and its body parsed where it is JSON. */
export interface Answered {
  status: number
  headers: Headers
  body: Buffer
  // oxlint-disable-next-line typescript/no-explicit-any -- tests reach into bodies freely
  json: any
}

/** An open connection, and what came over it that no answer has taken yet. */
export class RawConnection {
  private readonly socket: Socket
  private came = Buffer.alloc(0)
  private isOver = false

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk) => void (this.came = Buffer.concat([this.came, chunk])))
    socket.on('close', () => void (this.isOver = true))
  }

  static async open(baseUrl: string): Promise<RawConnection> {
    const { hostname, port } = new URL(baseUrl)
    const socket = connect({ host: hostname, port: Number(port) })
    await once(socket, 'connect')
    return new RawConnection(socket)
  }

  write(bytes: string | Buffer): void {
    this.socket.write(bytes)
  }

  end(): void {
    this.socket.destroy()
  }

  /** Waits for more, or for the end. */
  private async more(): Promise<void> {
    if (this.isOver) throw new Error(`The connection ended: ${this.came.toString()}`)
    await Promise.race([once(this.socket, 'data'), once(this.socket, 'close')])
  }

  private async head(): Promise<string[]> {
    while (!this.came.includes('\r\n\r\n')) await this.more()
    const end = this.came.indexOf('\r\n\r\n')
    const lines = this.came.subarray(0, end).toString().split('\r\n')
    this.came = this.came.subarray(end + 4)
    return lines
  }

  /** Waits for the sentence that a body may be sent. */
  async goesOn(): Promise<void> {
    expect(await this.head()).toEqual(['HTTP/1.1 100 Continue'])
  }

  /** @param hasBody whether the bytes that its length tells of follow. */
  async answer(hasBody = true): Promise<Answered> {
    const [first, ...lines] = await this.head()
    const pairs = lines.map((line): [string, string] => [line.split(': ')[0]!, line.split(': ').slice(1).join(': ')])
    const headers = new Headers(pairs)
    const status = Number(first!.split(' ')[1])
    const length = hasBody ? Number(headers.get('content-length') ?? 0) : 0
    expect(headers.get('transfer-encoding')).toBeNull()
    while (this.came.length < length) await this.more()
    const body = this.came.subarray(0, length)
    this.came = this.came.subarray(length)
    const packed = headers.get('content-encoding') === 'gzip'
    const text = (packed ? gunzipSync(body) : body).toString()
    const json =
      length > 0 && /json/.test(headers.get('content-type') ?? '') ? (JSON.parse(text) as unknown) : undefined
    recordProvoked(status, json)
    return { status, headers, body, json }
  }

  /** Whether the service has closed the connection. */
  async closes(): Promise<boolean> {
    while (!this.isOver) await once(this.socket, 'close')
    return true
  }
}
