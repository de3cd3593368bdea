/** A filled company, and the two tokens that let a program into it. */
export interface Sandbox {
  baseUrl: string
  agreementNumber: number
  /** The value of `X-AppSecretToken`. */
  appSecretToken: string
  /** The value of `X-AgreementGrantToken`; its grant has the role SuperUser. */
  agreementGrantToken: string
}

/** A webhook of a sandbox, its signature checked. */
export interface ReceivedWebhook {
  /** Names the event: the same for every attempt. */
  id: string
  eventType: string
  agreementNumber: number
  path: string
  headers: Record<string, string>
  /** As sent: what the webhook's `postData` became. */
  body: string
}

/** Messages of the service to the process that started it. An answer has the number of its request. */
export type Told =
  | { ready: string }
  | { failed: string }
  | { webhook: ReceivedWebhook }
  | { asked: number; sandbox: Sandbox }
  | { asked: number; error: string }
/** A request to the service. */
export interface Asked {
  asked: number
  template: 'demo' | 'danish' | 'empty'
  compatibility?: 'default' | 'lenient' | 'strict'
}
