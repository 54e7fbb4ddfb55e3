import { storeBankCorners, storeSeenCommission } from './bank-corners.ts'
import { storeBillingRuns } from './billing-runs.ts'
import { storeBulk, storeBulkCorners } from './bulk.ts'
import { storeCareEvidence } from './care-evidence.ts'
import { storeChats } from './chats.ts'
import { storeStatements } from './commission-statements.ts'
import { storeCommissions } from './commissions.ts'
import { storeConsents } from './consents.ts'
import { storeCorners, storeStatementCorners } from './corners.ts'
import { DEMO_TODAY, daysBefore } from './demo-time.ts'
import { storeExports } from './exports.ts'
import { storeFolders } from './folders.ts'
import type { DemoProvider } from './gocardless/start-gocardless.ts'
import { storeGstReturns } from './gst-returns.ts'
import { storeGuardCode } from './guard-codes.ts'
import { storeImportFiles } from './import-files.ts'
import { storeInvoiceMails } from './invoice-mails.ts'
import { storeLooseEnds } from './loose-ends.ts'
import { storeMailDesk } from './mail-desk.ts'
import { storeNews } from './news.ts'
import type { DemoOrganisation } from './organisations.ts'
import { storeRareMoney } from './rare-money.ts'
import { storeRegularReports } from './regular-reports.ts'
import { storeSecondOffice } from './second-office.ts'
import { sendMails } from './send-mails.ts'
import { storeBank } from './store-bank.ts'
import { type On, storeBilling } from './store-billing.ts'
import { storeDebits } from './store-debits.ts'
import { storeFeed } from './store-feed.ts'
import type { DemoActor, Target } from './store-rows.ts'
import { storeTasks } from './tasks.ts'
import { storeTemplates } from './templates.ts'
import { storeWebhooks } from './webhooks.ts'
import { storeWebsite } from './website.ts'

interface Office {
  parts: { isFed?: boolean; debits?: DemoProvider | undefined }
  target: Target & { organisation_id: number }
  on: On
  users: ReadonlyMap<string, number>
  actors: ReadonlyMap<string, DemoActor>
  staffIds: ReadonlyMap<string, number>
  customers: ReadonlyMap<string, number>
}

interface Book {
  organisation: DemoOrganisation
  /** How many contracts have invoices. */
  billed: number
}

/** The large office: everything that can happen has happened to somebody. */
export async function storeFirstLife(office: Office, book: Book): Promise<void> {
  const { parts, target, on, users, actors } = office
  const { conn } = target
  await storeBilling(on, conn, book.billed)
  await storeInvoiceMails(on, target)
  await storeTemplates(on(DEMO_TODAY), conn)
  await storeWebsite(on(DEMO_TODAY), conn)
  await storeNews(on, conn)
  await storeBank(on, conn, book.organisation)
  if (parts.isFed) await storeFeed(on, conn)
  if (parts.debits) await storeDebits(on, conn, parts.debits)
  await storeRareMoney(on, conn)
  await storeBillingRuns(on, conn)
  await storeGstReturns(on, conn)
  await storeChats(target, actors)
  await storeGuardCode(conn, actors)
  await storeConsents(conn, true, daysBefore(9))
  await storeCareEvidence(conn)
  await storeBulk(on(DEMO_TODAY), conn)
  await storeBulkCorners(on(DEMO_TODAY), conn)
  await storeTasks(target, office)
  await storeStatements(on, conn)
  await storeStatementCorners(on, conn)
  await storeBankCorners(on, conn)
  await storeSeenCommission(on, conn)
  await storeCommissions(on, conn)
  await storeLooseEnds(on(DEMO_TODAY), conn)
  await storeRegularReports(on(DEMO_TODAY), conn, users)
  await storeExports(on, conn)
  await storeImportFiles(on, conn)
  await storeCorners(on, conn)
  await storeFolders(on(DEMO_TODAY), conn)
  await sendMails(on, conn)
  await storeMailDesk(on, conn)
  await storeWebhooks(target)
}

/** The small office has one of everything. */
export async function storeSecondLife(office: Office, book: Book): Promise<void> {
  const { target, on, actors } = office
  const { conn } = target
  await storeBilling(on, conn, book.billed)
  await storeInvoiceMails(on, target)
  await storeBillingRuns(on, conn)
  await storeChats(target, actors)
  await storeGuardCode(conn, actors)
  await storeConsents(conn, false, daysBefore(9))
  await storeTasks(target, office)
  await storeStatements(on, conn)
  await storeStatementCorners(on, conn)
  await storeSecondOffice(on, conn, book.organisation)
  await storeImportFiles(on, conn)
  await storeCorners(on, conn)
  await storeFolders(on(DEMO_TODAY), conn)
  await sendMails(on, conn)
  await storeWebhooks(target)
}
