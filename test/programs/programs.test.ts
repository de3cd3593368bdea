import { afterEach, expect, test } from 'vitest'
import { COMPANY } from '../database/harness.ts'
import { companyService, type TestService } from '../service/harness.ts'
import { budgetReader, subscriptionListing } from './budget-reader.ts'
import { cashDashboard } from './cash-dashboard.ts'
import { connectionTest } from './connection-test.ts'
import { customersWithProjects } from './customers-with-projects.ts'
import { documentIngestion } from './document-ingestion.ts'
import { generatedProjectClient, readAndSendBack } from './generated-project-client.ts'
import { intranetFinanceSync } from './intranet-finance-sync.ts'
import { ledgerImport } from './ledger-import.ts'
import { mobileTimeApp } from './mobile-time-app.ts'
import { noCodeReport, noCodeVoucher, wholeNumbersAsDecimals } from './no-code-programs.ts'
import { documentRetriever, generatedAxiosClient, pdfFetcher } from './pdf-fetcher.ts'
import { phpClient, projectImporter } from './php-client.ts'
import { type Program, wireOf } from './program.ts'
import { retrievers } from './retrievers.ts'
import { strictReader } from './strict-reader.ts'
import { timeRegistration } from './time-registration.ts'
import { toolServer } from './tool-server.ts'
import { voucherImporter } from './voucher-importer.ts'
import { warehouseLoader } from './warehouse-loader.ts'

const PROGRAMS: readonly Program[] = [
  budgetReader,
  cashDashboard,
  connectionTest,
  customersWithProjects,
  documentIngestion,
  documentRetriever,
  generatedAxiosClient,
  generatedProjectClient,
  intranetFinanceSync,
  ledgerImport,
  mobileTimeApp,
  noCodeReport,
  noCodeVoucher,
  pdfFetcher,
  phpClient,
  projectImporter,
  readAndSendBack,
  retrievers,
  strictReader,
  subscriptionListing,
  timeRegistration,
  toolServer,
  voucherImporter,
  warehouseLoader,
  wholeNumbersAsDecimals,
]

let service: TestService | undefined
afterEach(() => service?.stop())

/** Every program keeps the demo company's books on its own copy of them. */
test.for(PROGRAMS.map((program) => [program.does, program] as const))('a program %s', async ([, program]) => {
  service = await companyService()
  const compatibility = program.lenient === undefined ? 'default' : 'lenient'
  const client = await service.client({ agreement: COMPANY, compatibility })
  await program.run(wireOf(client))
})

test('a program says why its app is lenient', () => {
  for (const { lenient } of PROGRAMS) if (lenient !== undefined) expect(lenient.length).toBeGreaterThan(10)
})
