import { Vault } from '../../src/secrets/vault.ts'

/** The key of secrets of services in tests: none leaves a file behind. */
export const testKey = { dataDirectory: '/nowhere', secretKey: Buffer.alloc(32, 7) }

/** What tests open secrets with. */
export const testVault = new Vault(testKey)
