import { bankaccountCalls, bankruleCalls, bankstatementCalls } from '#domain/bank/bank-calls.ts'
import { banktransactionCalls } from '#domain/bank/banktransaction-calls.ts'
import { accounts } from '#domain/books/postings.ts'
import { partnertermCalls } from '#domain/commissions/commission-calls.ts'
import { accountantfileCalls } from '#domain/exports/accountantfile-calls.ts'
import { exportCalls } from '#domain/exports/export-calls.ts'
import { organisationconfigCalls } from '#domain/identity/organisationconfig-calls.ts'
import { bulkmessageCalls } from '#domain/messaging/bulk/bulkmessage-calls.ts'
import { cannedreplyCalls } from '#domain/messaging/cannedreply-calls.ts'
import { messageblacklistCalls } from '#domain/messaging/messageblacklist-calls.ts'
import { messagetemplateCalls } from '#domain/messaging/messagetemplate-calls.ts'
import { noteCalls } from '#domain/operations/note-calls.ts'
import { gstreturnCalls } from '#domain/reports/gstreturn-calls.ts'
import { reportscheduleCalls } from '#domain/reports/schedule/reportschedule-calls.ts'
import { taskCalls } from '#domain/tasks/task-calls.ts'
import { faqCalls } from '#domain/website/faq.ts'
import { websiteCalls } from '#domain/website/website-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { takeBankFile } from './bank-file.ts'
import { DEMO_TODAY } from './demo-time.ts'
import type { DemoOrganisation } from './organisations.ts'
import { playCall, playedRow } from './play-call.ts'
import type { On } from './store-billing.ts'

const KNOWN = sql<{ id: number; partner_id: number; name: string }, []>`
  select c.id, c.name, (select min(p.id) from partners p where p.deleted_at is null) as partner_id
  from customers c where c.customer_status = 'active' and c.deleted_at is null
  order by c.id limit 1`

/** The second broker is a small office that has begun with everything, and gone far with nothing. */
export async function storeSecondOffice(
  on: On,
  conn: Conn,
  organisation: DemoOrganisation,
): Promise<void> {
  const known = await KNOWN.one(conn)
  if (!known) throw new Error('The second broker has no customers.')
  await storeDesk(on, conn, known)
  await storeWords(on, conn)
  await storePapersOut(on, conn)
  await playCall(on(DEMO_TODAY), conn, partnertermCalls.create, {
    ...{
      partner_id: known.partner_id,
      valid_from_date: '2027-01-01',
      partner_rate_unit: 'percent',
    },
    ...{ partner_rate_standard: '5', signup_commission_unit: 'fixed' },
    signup_commission_residential: '60.00',
  })
  await storeSmallBank(on, conn, organisation, known.id)
}

async function storeDesk(on: On, conn: Conn, { id, name }: { id: number; name: string }) {
  const ctx = on('2026-11-11')
  await playCall(ctx, conn, noteCalls.create, {
    ...{ subject: 'Rings before eight', reference_object: 'customer', reference_id: id },
    text_plain: `${name} is out on the boat from eight; ring before.`,
  })
  await playCall(ctx, conn, taskCalls.create, {
    ...{ subject: 'Ring about the summer rate', due_date: '2026-11-19', role_name: 'user' },
    ...{ reference_object: 'customer', reference_id: id },
  })
  const done = await playedRow(ctx, conn, taskCalls.create, {
    ...{ subject: 'Send the welcome letter', due_date: '2026-11-12', role_name: 'user' },
  })
  await playCall(on('2026-11-12'), conn, taskCalls.done, { id: done })
  await playCall(ctx, conn, messageblacklistCalls.create, {
    ...{ contact: 'do.not.write@mail.example', type: 'email', blocks: 'promotional' },
    reason: 'Asked by post.',
  })
  await playCall(ctx, conn, reportscheduleCalls.create, {
    ...{ name: 'What is owed', report_name: 'receivables', frequency: 'weekly', on_day: 1 },
    recipient_ids: [ctx.actor.user_id],
  })
}

async function storeWords(on: On, conn: Conn): Promise<void> {
  const ctx = on('2026-11-10')
  await playCall(ctx, conn, messagetemplateCalls.create, {
    ...{ name: 'Welcome to the south', type: 'email', context: 'customer', purpose: 'service' },
    ...{ tone: 'normal', subject: 'Welcome, {{customer_name}}' },
    text_base: 'Kia ora {{customer_name}}\n\nGood to have you with us.\n\n{{broker_name}}',
  })
  const words = 'The line to the island is slow today; we answer tomorrow. '
  await playCall(ctx, conn, cannedreplyCalls.create, {
    ...{ name: 'Ferry', text_plain: words, kept_for: 'shared' },
  })
  await playCall(ctx, conn, websiteCalls.save, {
    ...{ company_name: 'Southern Utilities Brokers', slogan: 'Power for the far south' },
    ...{ website_url: 'https://southernutilities.example', latitude: '-46.1', longitude: '168.9' },
    zoom: 7,
  })
  await playCall(ctx, conn, faqCalls.create, {
    ...{ topic: 'Meters', question: 'Who reads meters on Rakiura?', is_published: true },
    answer: '<p>The warden does, on the first Monday of a month.</p>',
  })
  await playCall(ctx, conn, organisationconfigCalls.create, { name: 'gst_period', value: '2' })
  const id = await playedRow(ctx, conn, bulkmessageCalls.create, {
    ...{ name: 'Storm season', channels: 'email', purpose: 'service' },
    audience: { list: 'customers', params: { customer_status: 'active' } },
    subject: 'Before the storms, {{customer_name}}',
    text_base: 'Kia ora {{customer_name}}\n\nPlease keep our faults number at hand.',
  })
  const not_before = '2027-03-01T09:00:00+13:00'
  await playCall(ctx, conn, bulkmessageCalls.start, { id, not_before })
}

/** What leaves the office: files for the accountant, a return, and an export that is on its way. */
async function storePapersOut(on: On, conn: Conn): Promise<void> {
  await playCall(on('2026-11-03'), conn, accountantfileCalls.create, {
    ...{ target: 'xero_sales', amounts: 'inclusive' },
    ...{ period_start: '2026-10-01', period_end: '2026-10-31' },
  })
  await playCall(on(DEMO_TODAY), conn, gstreturnCalls.create, { period_end: '2026-11-30' })
  await playCall(on(DEMO_TODAY), conn, exportCalls.create, { entities: ['supplier'] })
}

/** One account with three lines of the month, of which a rule knows one. */
async function storeSmallBank(
  on: On,
  conn: Conn,
  { row: { bank_account_number } }: DemoOrganisation,
  customer_id: number,
): Promise<void> {
  const [ctx, number] = [on('2026-10-01'), String(bank_account_number)]
  const id = await playedRow(ctx, conn, bankaccountCalls.create, {
    ...{ name: 'Cheque', bank_account_number: number, opening_date: '2026-10-01' },
    opening_balance: '4210.00',
  })
  await playCall(ctx, conn, bankruleCalls.create, {
    ...{ name: 'Account fees', direction: 'out', text_contains: 'account fee', kind: 'account' },
    ...{ account: accounts.bankFees, automatic: true },
  })
  const taken = await takeBankFile(on('2026-10-31'), conn, { id, name: 'Cheque', number }, [
    { day: '2026-10-30', amount: '-5.00', party: 'ACCOUNT FEE' },
    { day: '2026-10-30', amount: '64.20', party: 'BLUFF OYSTER BAR', reference: 'POWER' },
    { day: '2026-10-31', amount: '-18.00', party: 'FERRY FREIGHT' },
  ])
  await playCall(on('2026-10-31'), conn, banktransactionCalls.rematch, {})
  const [, paid] = taken
  if (paid)
    await playCall(on('2026-11-02'), conn, banktransactionCalls.match, {
      id: paid.id,
      parts: [{ kind: 'customer', amount: paid.amount, customer_id }],
    })
  await playCall(on('2026-11-02'), conn, bankstatementCalls.create, {
    ...{ bankaccount_id: id, statement_date: '2026-10-31', closing_balance: '4251.20' },
  })
}
