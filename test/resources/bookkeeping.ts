import { expect } from 'vitest'
import { seededAgreement } from '../service/books.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'

export const API = '/journalsapi/v15.0.1'
export const DRAFTS = `${API}/draft-entries`
export const BOOKED = '/bookedEntriesapi/v4.0.0/booked-entries'

/** A client of a new agreement with the small books in it. */
export async function bookkeeper(service: TestService, modules: string[] = []): Promise<Client> {
  return await service.client({ roles: ['Bookkeeping'], agreement: await seededAgreement(service, modules) })
}

/** Status, code and property of an error. */
export const codeOf = ({ status, json }: Reply): unknown[] => [status, json?.errorCode, json?.errors?.[0]?.property]

/** The reply to what has to succeed. */
export function made(reply: Reply): Reply {
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply
}

/** Rent paid from the bank. */
export const finance = (more: object = {}): object => ({
  entryTypeNumber: 5,
  journalNumber: 1,
  date: '2026-03-15',
  accountNumber: 2210,
  contraAccountNumber: 5820,
  amount: 125,
  currency: 'DKK',
  text: 'Husleje',
  ...more,
})

/** Changes an item as it is now: [204], or status, code and property of the error. */
export async function change(client: Client, path: string, number: number | string, more: object): Promise<unknown[]> {
  const item = (await client.get(`${path}/${number}`)).json as Record<string, unknown>
  const given = Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null))
  const reply = await client.put(path, { ...given, ...more })
  return reply.status === 204 ? [204] : codeOf(reply)
}
