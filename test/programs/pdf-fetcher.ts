import { expect } from 'vitest'
import type { Program } from './program.ts'

/** Documents 2.1.0: fetches the file of each voucher since the last run. */
export const pdfFetcher: Program = {
  does: 'fetches the PDF of each document, with an Accept of its own',
  async run({ read, call }) {
    const documents = await read('/documentsapi/v2.1.0/AttachedDocuments/paged?pageSize=3&skipPages=0')
    expect(documents.length).toBeGreaterThan(0)
    for (const { number } of documents) {
      const file = await call('GET', `/documentsapi/v2.1.0/AttachedDocuments/${number}/pdf`, {
        headers: { accept: 'application/pdf, application/octet-stream;q=0.8' },
      })
      expect([file.status, file.text.slice(0, 5)]).toEqual([200, '%PDF-'])
    }
  },
}

/** Documents 1.0.0 and 1.0.1, with page parameters of an older program in lower case. */
export const documentRetriever: Program = {
  does: 'lists documents with skippages on a cursor list',
  async run({ all, read }) {
    const listed = await all('/documentsapi/v1.0.0/AttachedDocuments?skippages=0&pagesize=1000')
    expect(listed.length).toBe(await read('/documentsapi/v1.0.0/AttachedDocuments/count'))
    expect((await all('/documentsapi/v1.0.1/AttachedDocuments')).length).toBe(listed.length)
  },
}

/** Documents 2.1.0, by a client of TypeScript that was generated with axios. */
export const generatedAxiosClient: Program = {
  does: 'reads documents as a generated client does, with its own Accept and every parameter of the list',
  async run({ call }) {
    const headers = { accept: 'application/json, text/plain, */*', 'content-type': 'application/json' }
    const reply = await call(
      'GET',
      '/documentsapi/v2.1.0/AttachedDocuments/paged?filter=number%24gt%3A0&sort=number&skipPages=0&pageSize=20',
      { headers },
    )
    expect([reply.status, reply.json.length > 0]).toEqual([200, true])
    const one = await call('GET', `/documentsapi/v2.1.0/AttachedDocuments/${reply.json[0].number}`, { headers })
    expect([one.status, one.json.number]).toEqual([200, reply.json[0].number])
  },
}
