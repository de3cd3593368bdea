import { signInBy } from './session.ts'

const HEADERS = { 'Daybook-Console': '1', 'Content-Type': 'application/json' }

const post = (path: string, body: unknown = {}): Promise<Response> =>
  fetch(`/app/passkeys${path}`, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) })

/** Why something about passkeys did not work, in the words of the service or the browser. */
async function faultOf(response: Response): Promise<string> {
  const { detail, message } = (await response.json()) as { detail?: string; message?: string }
  return detail ?? message ?? response.statusText
}

/** Enrols a passkey of this device. @returns what went wrong; undefined where nothing did. */
export async function enrol(): Promise<string | undefined> {
  const options = await post('/enrolment')
  if (!options.ok) return await faultOf(options)
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    const made = await startRegistration({ optionsJSON: (await options.json()) as never })
    const kept = await post('', { response: made, name: navigator.platform.slice(0, 40) })
    return kept.ok ? undefined : await faultOf(kept)
  } catch (error) {
    return (error as Error).message
  }
}

/** Signs in by a passkey. @returns the agreement that is open then; undefined where the passkey opens none. */
export async function signInByPasskey(): Promise<string | undefined> {
  const options = await post('/challenge')
  if (!options.ok) return undefined
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    return await signInBy({ passkey: await startAuthentication({ optionsJSON: (await options.json()) as never }) })
  } catch {
    return undefined
  }
}
