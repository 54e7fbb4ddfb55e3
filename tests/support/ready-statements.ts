import { expect } from 'vitest'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { partner } from '#domain/partners/partner.ts'
import { todayOf } from '#server/kit/http/context.ts'
import type { Client } from './client.ts'
import { makeRow } from './fitting.ts'
import { linkTo } from './mailed-link.ts'
import { because, done, type Prepare } from './ready-rows.ts'
import { scope, type World } from './world.ts'

type Stores = Pick<World, 'owner' | 'organisations'>

let sequence = 0

/** A partner who earned something yesterday: today's earnings are for the next statement. */
export async function earningPartner(
  { owner, organisations }: Stores,
  client: Client,
  { place = 0, given = {} }: { place?: 0 | 1; given?: Record<string, unknown> } = {},
): Promise<number> {
  const { id } = await makeRow(client, partner, {
    email: `partner${++sequence}@example.co.nz`,
    bank_account_number: makeBankAccount('12', '3113', 100_000 + sequence * 7),
    ...given,
  })
  const made = await client.put('/commission', { partner_id: id, amount: '120.00', ...because })
  expect(made.status, made.text).toBe(201)
  await scope(owner, organisations[place])
  await owner.query(
    `update commissions set earned_on = earned_on - 1 where partner_id = $1 and organisation_id = $2`,
    [id, organisations[place]],
  )
  return id
}

async function draftOf(world: Stores, client: Client, place: 0 | 1 = 0): Promise<number> {
  const partner_id = await earningPartner(world, client, { place })
  const made = await client.put('/commissionstatement', { partner_id })
  expect(made.status, made.text).toBe(201)
  return made.body.data.id
}

async function sentOf(world: Stores, client: Client): Promise<number> {
  const id = await draftOf(world, client)
  await done(client, '/commissionstatement/send', { id })
  return id
}

/** How a row comes about that needs a day to pass first. */
export const statementRows: Record<
  string,
  (world: Stores, place: 0 | 1, client: Client) => Promise<number>
> = {
  commissionstatement: (world, place, client) => draftOf(world, client, place),
}

/** What stands behind the link of a statement. */
export const statementPaths = ['', '/document', '/csv', '/json'].map(
  (file) => `/public/commission${file}`,
)

/** The link that a partner is sent with a statement. */
export async function statementLink(world: World, client: Client): Promise<string> {
  const email = `checker${++sequence}@example.co.nz`
  const partner_id = await earningPartner(world, client, { given: { email } })
  await done(client, '/partner/commission/send', { id: partner_id })
  return linkTo(world, email)
}

/** How calls about statements are made ready to be asked. */
export function statementCallsOf(world: World): Record<string, Prepare> {
  const onDraft = async (client: Client) => ({ id: await draftOf(world, client) })
  const onSent = async (client: Client) => ({ id: await sentOf(world, client) })
  const earning = (client: Client) => earningPartner(world, client)
  const linesOf = async (client: Client, id: number) =>
    (await client.get('/commissionstatement/lines', { id })).body.data.map(
      (line: { id: number }) => line.id,
    )
  return {
    'POST /commissionstatement/new': async (client) => ({ partner_id: await earning(client) }),
    'PUT /commissionstatement': async (client) => ({ partner_id: await earning(client) }),
    'DELETE /commissionstatement': onDraft,
    'POST /commissionstatement/leaveout': async (client) => {
      const { id } = await onDraft(client)
      return { id, commission_ids: await linesOf(client, id), ...because }
    },
    'POST /commissionstatement/takein': async (client) => {
      const { id } = await onDraft(client)
      const commission_ids = await linesOf(client, id)
      await done(client, '/commissionstatement/leaveout', { id, commission_ids, ...because })
      return { id, commission_ids, ...because }
    },
    'POST /commissionstatement/send': onDraft,
    'POST /commissionstatement/resend': onSent,
    'POST /commissionstatement/pay': onSent,
    'POST /commissionstatement/returned': async (client) => {
      const { id } = await onSent(client)
      await done(client, '/commissionstatement/pay', { id })
      return { id, ...because }
    },
    'POST /commissionstatement/taxinvoice': async (client) => {
      const given = { gst_registered: true, gst_number: '49-091-850' }
      const partner_id = await earningPartner(world, client, { given })
      const { id } = await done(client, '/partner/commission/send', { id: partner_id })
      return { id, tax_invoice_number: 'T-1', tax_invoice_date: todayOf(world) }
    },
    'POST /commissionstatement/cancel': async (client) => ({
      ...(await onSent(client)),
      ...because,
    }),
    'POST /commissionstatement/verify': onSent,
    'POST /partner/commission/send': async (client) => ({ id: await earning(client) }),
    'POST /commissionstatements/run': async (client) => {
      // Whoever waits from before is drafted first.
      await done(client, '/commissionstatements/run', {})
      await earning(client)
      return {}
    },
    'POST /commissionstatements/send': async (client) => ({ ids: [(await onDraft(client)).id] }),
    'POST /commissionstatements/file/preview': async (client) => ({
      ids: [(await onSent(client)).id],
    }),
    'POST /commissionstatements/file': async (client) => {
      const own = (await client.get('/organisation')).body.data
      const account = { bank_account_number: makeBankAccount('02', '0012') }
      await client.post('/organisation', { id: own.id, version: own.version, ...account })
      const ids = [(await onSent(client)).id]
      return { ids, layout: 'bnz', payment_date: todayOf(world) }
    },
  }
}
