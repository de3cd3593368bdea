import { RECORDED_DIFFERENCES_MAX } from '../../limits.ts'
import { objectOf, parsedJson } from '../json.ts'
import { type FieldDifference, differencesOf } from './compare.ts'
import type { RecordedCall } from './har.ts'

/** An answer that differs from the one recorded. */
export interface CallDifference {
  method: string
  /** With `{n}` in place of numbers. */
  path: string
  recordedStatus: number
  answeredStatus: number
  /** The code of a fault that is answered. */
  errorCode: string | null
  fields: FieldDifference[]
  /** How many calls differ so. */
  count: number
}

/** Fields that are told of one call. */
const FIELDS_TOLD = 100

/** Sends a call to the sandbox. */
export type SendCall = (call: Pick<RecordedCall, 'method' | 'url' | 'headers' | 'body'>) => Promise<{
  status: number
  body: string
}>

/** What came of sending recorded calls. */
export interface Replayed {
  sent: number
  same: number
  differences: CallDifference[]
}

/**
 * Sends recorded calls, one after the other, and compares what is answered with what was recorded. What the sandbox
 * numbers otherwise is called by its new number: items that the program made, and the versions that it read.
 */
export async function sendRecorded(
  calls: readonly RecordedCall[],
  send: SendCall,
  isEnding: () => boolean = () => false,
): Promise<Replayed> {
  const renumbering = new Renumbering()
  const differing = new Map<string, CallDifference>()
  let [sent, same] = [0, 0]
  for (const call of calls) {
    if (isEnding()) break
    const { status, body } = await send(renumbering.of(call))
    sent += 1
    const [recorded, answered] = [parsedJson(call.answer), parsedJson(body)]
    renumbering.learn(call, recorded, answered)
    // A fault in place of an answer has another shape in everything.
    const isCompared = call.method !== 'HEAD' && recorded !== undefined && status >= 400 === call.status >= 400
    const fields = isCompared ? differencesOf(recorded, answered).slice(0, FIELDS_TOLD) : []
    if (status === call.status && fields.length === 0) {
      same += 1
      continue
    }
    const path = call.url.split('?')[0]!.replaceAll(/\/\d+(?=\/|$)/g, '/{n}')
    const code = status < 400 ? undefined : objectOf(answered)?.errorCode
    const difference = {
      method: call.method,
      path,
      recordedStatus: call.status,
      answeredStatus: status,
      errorCode: typeof code === 'string' ? code : null,
      fields,
    }
    const key = JSON.stringify(difference)
    if (differing.size >= RECORDED_DIFFERENCES_MAX && !differing.has(key)) continue
    differing.set(key, { ...difference, count: (differing.get(key)?.count ?? 0) + 1 })
  }
  return { sent, same, differences: [...differing.values()] }
}

const isIdentifier = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value.length > 0 && value.length <= 100)

/** Numbers and versions of the recorded service, with those of the sandbox. */
class Renumbering {
  private readonly items = new Map<string, string>()
  private readonly versions = new Map<string, string>()

  /** The call as the sandbox understands it. */
  of({ method, url, headers, body }: RecordedCall): Pick<RecordedCall, 'method' | 'url' | 'headers' | 'body'> {
    const [path, search] = [url.split('?')[0]!, url.includes('?') ? url.slice(url.indexOf('?')) : '']
    const parts = path.split('/')
    const renamed = parts.map(
      (part, at) => this.items.get(`${parts.slice(0, at).join('/').toLowerCase()}/${part}`) ?? part,
    )
    const told = body?.replaceAll(
      /("objectVersion"\s*:\s*)"([^"\\]{1,100})"/gi,
      (all, name: string, version: string) => {
        const own = this.versions.get(version)
        return own === undefined ? all : `${name}"${own}"`
      },
    )
    return { method, url: renamed.join('/') + search, headers, body: told }
  }

  /** Learns what an answer numbers otherwise than the one recorded. */
  learn({ method, url }: RecordedCall, recorded: unknown, answered: unknown): void {
    const [before, now] = [objectOf(recorded), objectOf(answered)]
    if (!before || !now) return
    const versions = [before.objectVersion, now.objectVersion]
    if (versions.every(isIdentifier)) this.versions.set(String(versions[0]), String(versions[1]))
    if (method !== 'POST') return
    const collection = url.split('?')[0]!.replace(/\/$/, '').toLowerCase()
    for (const [name, value] of Object.entries(before)) {
      const own = now[name]
      if (/number$|^id$|Id$/i.test(name) && isIdentifier(value) && isIdentifier(own)) {
        this.items.set(`${collection}/${value}`, encodeURIComponent(String(own)))
      }
    }
  }
}
