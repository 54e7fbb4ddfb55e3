import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommissionStatement } from '#domain/commissions/commissionstatement.ts'
import { booksHold } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { commissionOffice, done, inTime } from '#tests/support/commissioned.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { letLeave, runQueue } from '#tests/support/run-queue.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'

// Two hundred lines and more take seconds to draw: nobody waits for that, and nothing is lost with it.
let world: World
let office: Awaited<ReturnType<typeof commissionOffice>>
const LINES = 200
const because = { reason: 'The office decided so' }
const drawing = 'draw-commission-statement'

beforeAll(async () => {
  world = await makeWorld()
  office = await commissionOffice(world)
})
afterAll(() => world.close())

/** A partner with more lines than are drawn at once, on the day after they were earned. */
async function longEarner() {
  const partner_id = await office.newPartner({
    ...{ partner_rate_standard: '10', email: 'long@example.co.nz' },
  })
  const contract = await office.brought({ partner_id })
  await office.pay(contract.customer_id, await office.billed(contract), inTime)
  for (let line = 1; line <= LINES; line++) {
    const reply = await office.manager.put('/commission', {
      ...{ partner_id, amount: '1.00', reason: `Event ${line}` },
    })
    expect(reply.status, reply.text).toBe(201)
  }
  world.clock.advance(86_400_000)
  for (const who of ['user', 'accounting', 'manager'] as const)
    await (office[who] as Client).signIn(who, password)
  return { partner_id, customer_id: contract.customer_id }
}

type SentStatement = CommissionStatement & { id: number; version: number }

async function sentTo(partner_id: number): Promise<SentStatement> {
  const reply = await office.manager.post('/partner/commission/send', { id: partner_id })
  expect(reply.status, reply.text).toBe(202)
  return reply.body.data
}

const mailsTo = async (partner_id: number) => {
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query<{ recipient: string; attachment: Buffer; name: string }>(
    `select recipient, attachment, attachment_name as name from messages
     where partner_id = $1 and kind = 'commission' order by id`,
    [partner_id],
  )
  return rows
}

const now = async (id: number): Promise<SentStatement> =>
  (await office.accounting.get('/commissionstatement', { id })).body.data
const paper = (id: number) => office.accounting.get('/commissionstatement/document', { id })
const waiting = async () => {
  const { rows } = await world.owner.query(
    `select id from pgboss.job where name = $1 and state = 'created'`,
    [drawing],
  )
  return rows.length
}

/** The page of a partner who has the link already: here another is made for the same. */
async function byLink(id: number, path = '/public/commission') {
  const token = createHash('sha256').update(`${id}`).digest('base64url')
  await scope(world.owner, world.organisations[0])
  await world.owner.query(
    `insert into public_links (token_hash, organisation_id, object_class, object_id, created_at,
       expires_at) values ($1, $2, 'commissionstatement', $3, now(), now() + interval '400 days')
     on conflict do nothing`,
    [createHash('sha256').update(token).digest(), world.organisations[0], id],
  )
  const headers = { 'x-link-token': token }
  return world.guest().send({ method: 'GET', url: `/api/v1${path}`, headers })
}

test('a long statement is sent without its paper, which is drawn later and takes the mail along', async () => {
  const { partner_id, customer_id } = await longEarner()
  const sent = await sentTo(partner_id)
  expect(sent).toMatchObject({ statement_status: 'sent', is_being_drawn: true, sum: '202.60' })
  expect(await mailsTo(partner_id)).toEqual([])
  const early = await paper(sent.id)
  expect(early.status).toBe(476)
  expect(early.body.message).toContain('its PDF is still being drawn. Try again in a moment.')
  // What is hashed is there at once, and holds.
  const proof = await office.accounting.get('/commissionstatement/proof', { id: sent.id })
  expect(createHash('sha256').update(proof.bytes).digest('hex')).toBe(sent.hash)
  const verify = () => office.accounting.post('/commissionstatement/verify', { id: sent.id })
  expect((await verify()).body.data).toEqual({ wrong: [] })
  expect((await byLink(sent.id)).body.data).toMatchObject({ is_being_drawn: true, hash: sent.hash })
  expect((await byLink(sent.id, '/public/commission/document')).status).toBe(476)

  await runQueue(world, {}, drawing)
  expect(await now(sent.id)).toMatchObject({ is_being_drawn: false, statement_status: 'sent' })
  const drawn = await paper(sent.id)
  expect(drawn.status).toBe(200)
  const words = pdfText(drawn.bytes)
  for (const text of [sent.statement_number ?? '', `Event ${LINES}`]) expect(words).toContain(text)
  const [mail, ...others] = await mailsTo(partner_id)
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    recipient: 'long@example.co.nz',
    name: `${sent.statement_number}.pdf`,
  })
  expect(mail?.attachment.equals(drawn.bytes)).toBe(true)
  expect((await verify()).body.data).toEqual({ wrong: [] })
  expect((await byLink(sent.id)).body.data).toMatchObject({ is_being_drawn: false })
  const theirs = await byLink(sent.id, '/public/commission/document')
  expect(theirs.bytes.equals(drawn.bytes)).toBe(true)
  await booksHold(world, customer_id)
})

test('two who draw the same paper keep one and mail one', async () => {
  const { partner_id } = await longEarner()
  const sent = await sentTo(partner_id)
  expect(await waiting()).toBe(1)
  await Promise.all([runQueue(world, {}, drawing), runQueue(world, {}, drawing)])
  expect(await mailsTo(partner_id)).toHaveLength(1)
  expect(await now(sent.id)).toMatchObject({ is_being_drawn: false })
})

test('what is cancelled while it is being drawn is told to nobody, and its paper is kept', async () => {
  const { partner_id } = await longEarner()
  const sent = await sentTo(partner_id)
  await done(office.manager, '/commissionstatement/cancel', { id: sent.id, ...because })
  await runQueue(world, {}, drawing)
  expect(await mailsTo(partner_id)).toEqual([])
  expect((await paper(sent.id)).status).toBe(200)
  expect(await now(sent.id)).toMatchObject({ is_being_drawn: false, statement_status: 'cancelled' })
})

test('sent again while it is being drawn, it leaves once, to the address that was named last', async () => {
  const { partner_id } = await longEarner()
  const sent = await sentTo(partner_id)
  // As if the drawing had been given up: nothing of it waits any more.
  await world.owner.query('delete from pgboss.job where name = $1', [drawing])
  const asked = { id: sent.id, email: 'other@example.co.nz' }
  const reply = await office.accounting.post('/commissionstatement/resend', asked)
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body.message).toBe('Its PDF is still being drawn; the mail leaves with it.')
  expect(reply.body.data).toMatchObject({ is_being_drawn: true, sent_to: asked.email })
  expect(await waiting()).toBe(1)
  await runQueue(world, {}, drawing)
  expect((await mailsTo(partner_id)).map(({ recipient }) => recipient)).toEqual([asked.email])
})

test('a last look at a long one shows its mail and its page, and has nothing drawn', async () => {
  const { partner_id } = await longEarner()
  const about = { action: 'statement_new', ids: [partner_id] }
  const look = await office.manager.post('/departure/look', about)
  expect(look.status, look.text).toBe(200)
  const [only] = look.body.data
  expect(only).toMatchObject({ problem: null, messages: [{ to: 'long@example.co.nz' }] })
  expect(only.document).toMatchObject({ title: 'Commission statement' })
  expect(await waiting()).toBe(0)
  expect(await mailsTo(partner_id)).toEqual([])
  const { action } = about
  const held = await office.manager.put('/departure', { action, rows: [{ id: partner_id }] })
  expect(held.status, held.text).toBe(201)
  await letLeave(world, { clock: world.clock })
  expect(await waiting()).toBe(1)
  await runQueue(world, {}, drawing)
  expect(await mailsTo(partner_id)).toHaveLength(1)
})

test('a paper that nobody drew for a day is found by whoever verifies the statement', async () => {
  const { partner_id } = await longEarner()
  const sent = await sentTo(partner_id)
  await scope(world.owner, world.organisations[0])
  await world.owner.query(
    `update commissionstatements set sent_at = now() - interval '25 hours' where id = $1`,
    [sent.id],
  )
  const verified = await office.accounting.post('/commissionstatement/verify', { id: sent.id })
  expect(verified.body.data.wrong).toEqual([
    'Its PDF was never drawn, and its mail waits for it: send it again.',
  ])
})
