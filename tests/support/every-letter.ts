import { expect } from 'vitest'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import type { Behind } from './billing-modes.ts'
import { dayIn } from './days.ts'
import { runQueue } from './run-queue.ts'
import type { SentInvoices } from './sent-invoices.ts'
import type { World } from './world.ts'

/** Has every letter written that a customer can get beside invoices and contracts. */
export async function writeLetters(
  world: World,
  { user, accounting, manager }: SentInvoices,
  sent: readonly Behind[],
): Promise<void> {
  const done = async (reply: Promise<{ status: number; text: string }>) =>
    expect((await reply).status, (await reply).text).toBeLessThan(300)
  for (const { id, customer_id, contract_id } of sent) {
    await done(user.post('/customer/statement/send', { id: customer_id }))
    await done(user.put('/message', { customer_id, text_plain: 'Kia ora' }))
    const money = { customer_id, amount_incl_gst: '5.00', payment_date: '2026-05-19' }
    const paid = await accounting.put('/invoicepayment', money)
    await done(user.post('/invoicepayment/receipt', { id: paid.body.data.id }))
    await world.owner.query(`update invoices set due_date = '2026-05-20' where id = $1`, [id])
    await done(accounting.post('/invoice/remind', { id }))
    for (const [action, updates] of [
      ['addrateupdates', '/rateupdates'],
      ['addsupplierrateupdates', '/supplierrateupdates'],
    ]) {
      const rates = [{ rate_name: 'Energy', rate_amount: '0.29' }]
      const given = { id: contract_id, valid_from_date: dayIn(200), rates }
      const added = await accounting.post(`/contract/${action}`, given)
      await done(accounting.post(`${updates}/send`, { ids: [added.body.data.id] }))
    }
  }
  const [{ id, customer_id }] = sent as [Behind, ...Behind[]]
  const sorry = { kind: 'goodwill', side: 'credit', amount: '11.50', with_gst: true }
  await done(manager.put('/adjustment', { customer_id, ...sorry, reason: 'For the trouble' }))
  const news = { subject: 'News', text_base: 'Kia ora {{customer_name}}: {{balance_total}}' }
  const many = { name: 'News', audience: { ids: [customer_id] }, ...news }
  const { id: bulk_id } = (await manager.put('/bulkmessage', many)).body.data
  await done(manager.post('/bulkmessage/start', { id: bulk_id }))
  const { version } = (await manager.get('/invoice', { id })).body.data
  const longer = { due_date: dayIn(180), reason: 'Agreed on the phone' }
  await done(manager.post('/invoice', { id, version, ...longer }))
  const old = { kind: 'opening_balance', side: 'debit', amount: '900.00', due_date: '2026-05-01' }
  await world.owner.query('update invoices set reminded_at = null where customer_id = $1', [
    customer_id,
  ])
  const owed = { customer_id, ...old, reason: 'Owed before we came' }
  const { id: adjustment_id } = (await manager.put('/adjustment', owed)).body.data
  await done(user.post('/adjustment/remind', { id: adjustment_id }))
  await done(manager.post('/invoice/redo', { id, reason: 'A reading was wrong' }))
  const known = (await manager.get('/customer', { id: customer_id })).body.data
  const moved = { bank_account_number: makeBankAccount('12', '3113', 4_712) }
  const change = { id: customer_id, version: known.version, ...moved }
  await done((await world.as('manager')).post('/customer', change))
  await runQueue(world)
}
