/**
 * What a process keeps in a module, as `path name`, and why it may: everything else has an owner that is opened and
 * closed.
 */
export const KEPT_IN_MODULES: Readonly<Record<string, string>> = {
  'src/database/migrate.ts own': 'the files of the schema, read once: they are a part of the program',
  'src/database/placement/at-home.ts named': 'texts made once for each shard; what is made depends on nothing else',
  'src/database/placement/at-home.ts checked': 'texts made once for each shard; what is made depends on nothing else',
  'src/documents/bounded-pdf.ts unpackable': 'one thread works on one file at a time, and sets it anew for each',
  'src/documents/serve.ts composed': 'composed files by the hash of what they are made of',
  'src/parsing/parsers.ts parsers': 'the parsers of the process, bounded for all of it',
  'src/pages/guides.ts read': 'the documents of the program, read when somebody first asks for one',
  'src/ledger/drafts/facts-text.ts madeTexts': 'texts of statements, made once for what they ask',
  'src/request/protocol/query-string.ts NOTHING': 'of requests without a query; nobody fills it',
  'src/resources/journals/draft-entries.ts remembered': 'what drafts name, compared with its seal at each use',
  'src/sales/einvoice/countries.ts byName': 'made at its first use: names of countries take a while',
  'src/sales/make-documents.ts made': 'texts of statements, made once for what they write',
  'src/templates/chart-of-accounts.ts sections': 'filled while its own module is read, and never after',
  'src/templates/pristine.ts program': 'the hash of the program that runs',
  'src/testing/host.ts closers': 'a process of its own, for one service',
  'src/testing/host.ts ending': 'a process of its own, for one service',
}
