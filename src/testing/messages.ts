/** A filled company, and the two tokens that let a program into it. */
export interface Sandbox {
  baseUrl: string
  agreementNumber: number
  /** The value of `X-AppSecretToken`. */
  appSecretToken: string
  /** The value of `X-AgreementGrantToken`; its grant has the role SuperUser. */
  agreementGrantToken: string
}

/** Messages of the service to the process that started it. An answer has the number of its request. */
export type Told =
  | { ready: string }
  | { failed: string }
  | { asked: number; sandbox: Sandbox }
  | { asked: number; error: string }
/** A request to the service. */
export interface Asked {
  asked: number
  template: 'demo' | 'danish' | 'empty'
  compatibility?: 'default' | 'lenient' | 'strict'
}
