import { commissionCalls } from '#domain/commissions/commission-calls.ts'
import { commissionstatementCalls } from '#domain/commissions/commissionstatement-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { playCall, playedRow } from './play-call.ts'
import type { On } from './store-billing.ts'

const EARNED = `select distinct p.id, p.name from partners p join commissions c on c.partner_id = p.id
  where c.commission_status = 'accrued' and c.statement_id is null and c.earned_on < $1
    and p.deleted_at is null order by p.name`

const TO_PAY = `select id from commissionstatements
  where statement_status = 'sent' and to_pay > 0 order by id limit 1`

const THEIR_INVOICE = `select id from commissionstatements
  where statement_status = 'sent' and gst_mode = 'their_invoice' order by id limit 1`

const ADVISER = `select id from partners where withholding_percent is not null
  and deleted_at is null order by id limit 1`

// The third working day of the month, when all are stated; what came since is stated a week later.
const FIRST = '2026-11-04'
const SECOND = '2026-11-11'

/** Two rounds of statements: the first is paid; of the second one waits and one is carried. */
export async function storeStatements(on: On, conn: Conn): Promise<void> {
  const [adviser] = await conn.query<{ id: number }>(ADVISER)
  if (adviser)
    await playCall(on('2026-10-30'), conn, commissionCalls.correct, {
      ...{ partner_id: adviser.id, amount: '160.00', reason: 'Her talk at the field day' },
    })
  await stateAll(on, conn, FIRST)
  const [asked] = await conn.query<{ id: number }>(THEIR_INVOICE)
  if (asked)
    await playCall(on('2026-11-05'), conn, commissionstatementCalls.taxinvoice, {
      ...{ id: asked.id, tax_invoice_number: 'TTN-2041', tax_invoice_date: '2026-11-05' },
    })
  await payAll(on, conn, '2026-11-06')
  if (adviser)
    await playCall(on('2026-11-09'), conn, commissionCalls.correct, {
      ...{ partner_id: adviser.id, amount: '-30.00', reason: 'The hosts paid a part of her talk' },
    })
  await stateAll(on, conn, SECOND)
}

async function stateAll(on: On, conn: Conn, day: string): Promise<void> {
  for (const { id } of await conn.query<{ id: number }>(EARNED, [day]))
    await playedRow(on(day), conn, commissionstatementCalls.sendOfPartner, { id })
}

async function payAll(on: On, conn: Conn, day: string): Promise<void> {
  for (;;) {
    const [next] = await conn.query<{ id: number }>(TO_PAY)
    if (!next) return
    await playCall(on(day), conn, commissionstatementCalls.pay, {
      ...{ id: next.id, payment_date: day },
    })
  }
}
