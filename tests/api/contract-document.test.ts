import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeIcp } from '#domain/kit/icp.ts'
import { makeOffers, type Offers, signed } from '#tests/support/offers.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let offers: Offers

beforeAll(async () => {
  world = await makeWorld()
  offers = await makeOffers(world)
})
afterAll(() => world.close())

test('a contract that is sent is frozen, and its link shows the customer what was sent', async () => {
  const id = await offers.draft()
  const token = await offers.send(id)
  const row = (await offers.user.get('/contract', { id })).body.data
  expect(row).toMatchObject({ contract_status: 'offered', document_version: 1 })
  expect(row.sent_at).not.toBeNull()
  const page = await offers.read(token)
  expect(page.status, page.text).toBe(200)
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })
  expect(page.body.data).toMatchObject({
    status: 'open',
    broker: { name: 'First Energy' },
    contract_number: row.contract_number,
    document_version: 1,
    customer_name: 'Whetū Ngāta',
  })
  expect(page.text).toContain('$0.2850')
  expect(page.text).not.toMatch(/organisation_id|customer_id|accepted_ip/)
  const list = await offers.user.get('/contract/documents', { id })
  expect(list.body.data).toMatchObject([
    { document_version: 1, sent_to: 'whetu@example.co.nz', opened_at: null, accepted_at: null },
  ])
})

test('the mail is friendly, leads to the page and is written once', async () => {
  const id = await offers.draft()
  await offers.send(id)
  const { rows } = await world.owner.query(
    'select mail_to, subject, text_plain from letters where unique_key = $1',
    [`contract ${id} 1`],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0].mail_to).toBe('whetu@example.co.nz')
  expect(rows[0].subject).toMatch(/^Your contract K-\d+ with First Energy$/)
  expect(rows[0].text_plain).toContain('Kia ora Whetū Ngāta')
})

test('the bytes that were sent stay, whatever is changed later', async () => {
  const id = await offers.draft()
  const token = await offers.send(id)
  const sent = await offers.read(token, '/public/contract/document')
  expect(sent.headers['content-type']).toBe('application/pdf')
  expect(sent.headers['content-disposition']).toMatch(/attachment; filename="Contract-K-/)
  const { version } = (await offers.user.get('/contract', { id })).body.data
  const change = { id, version, welcome_credit_amount: '75.00' }
  expect((await offers.user.post('/contract', change)).status).toBe(261)
  expect(await offers.statusOf(id)).toBe('draft')
  expect((await offers.read(token)).status).toBe(469)
  expect((await offers.accept(token)).status).toBe(469)
  const again = await offers.send(id)
  expect((await offers.read(token)).status).toBe(469)
  expect((await offers.read(again)).body.data.document_version).toBe(2)
  const versions = (await offers.user.get('/contract/documents', { id })).body.data
  expect(versions.map((one: { withdrawn_at: unknown }) => one.withdrawn_at === null)).toEqual([
    true,
    false,
  ])
  expect(await wordsOf(id, 1)).toContain('$50.00')
  expect(await wordsOf(id, 2)).toContain('$75.00')
})

/** The document as it was sent or signed, read from the database. */
async function wordsOf(id: number, version: number): Promise<string> {
  await scope(world.owner, world.organisations[0])
  const { rows } = await world.owner.query<{ pdf: Buffer; sha256: Buffer }>(
    `select coalesce(accepted_pdf, pdf) as pdf, sha256 from contract_documents
     where contract_id = $1 and document_version = $2`,
    [id, version],
  )
  return pdfText(rows[0]?.pdf ?? Buffer.alloc(0))
}

test('a contract that is not complete is not sent, and says all it lacks', async () => {
  const id = await offers.draft({ supplier_id: null, date_end: null })
  const refused = await offers.user.post('/contract/send', { id })
  expect(refused.status).toBe(476)
  expect(refused.body.info.problems).toMatchObject([{ code: 'no_supplier' }, { code: 'no_end' }])
  expect(await offers.statusOf(id)).toBe('draft')
  const looked = { action: 'contract_offer', ids: [id] }
  const { body } = await offers.user.post('/departure/preview', looked)
  const { obstacle, recipients } = body.data[0]
  for (const { message } of refused.body.info.problems) expect(obstacle).toContain(message)
  expect(recipients).toEqual(['whetu@example.co.nz'])
})

test('an address that opted out gets no contract, another one may be named', async () => {
  const name = { name: 'Quiet', email: 'quiet@example.co.nz' }
  const quiet = (await offers.user.put('/customer', name)).body.data.id
  const stop = { type: 'email', contact: 'quiet@example.co.nz' }
  expect((await offers.user.put('/messageblacklist', stop)).status).toBe(201)
  const id = await offers.draft({ customer_id: quiet })
  expect((await offers.user.post('/contract/send', { id })).status).toBe(476)
  await offers.send(id, { to: 'other@example.co.nz' })
  const list = await offers.user.get('/contract/documents', { id })
  expect(list.body.data[0].sent_to).toBe('other@example.co.nz')
})

test('accepting makes the contract active, keeps the signed document and the welcome credit', async () => {
  const id = await offers.draft()
  const token = await offers.send(id)
  const strokes = [
    [
      [10, 10],
      [200, 150],
    ],
  ]
  const reply = await offers.accept(token, { ...signed, signature_type: 'drawn', strokes })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body.data).toMatchObject({
    status: 'accepted',
    accepted_name: 'Whetū Ngāta',
    strokes,
  })
  const row = (await offers.user.get('/contract', { id })).body.data
  expect(row).toMatchObject({ contract_status: 'active', accepted_by: 'Whetū Ngāta' })
  const words = await wordsOf(id, 1)
  expect(words).toContain('Accepted online from 127.0.0.1')
  await scope(world.owner, world.organisations[0])
  const charges = await world.owner.query(
    'select charge_type, amount from pending_charges where contract_id = $1',
    [id],
  )
  expect(charges.rows).toEqual([{ charge_type: 'welcome_credit', amount: '-50.00' }])
  const history = await offers.user.get('/history', { object_class: 'contract', object_id: id })
  expect(history.body.data[0]).toMatchObject({
    action: 'accept',
    actor_name: 'Whetū Ngāta',
    source: 'customer',
  })
  const file = await offers.user.get('/contract/document', { id })
  expect(file.headers['content-type']).toBe('application/pdf')
})

test('accepting twice answers the first acceptance', async () => {
  const id = await offers.draft()
  const token = await offers.send(id)
  const [first, second] = await Promise.all([offers.accept(token), offers.accept(token)])
  const third = await offers.accept(token, { ...signed, name: 'Somebody Else' })
  for (const reply of [first, second, third]) {
    expect(reply?.status, reply?.text).toBe(200)
    expect(reply?.body.data).toEqual(first?.body.data)
  }
  await scope(world.owner, world.organisations[0])
  const found = await world.owner.query('select name from signatures where contract_id = $1', [id])
  expect(found.rows).toEqual([{ name: 'Whetū Ngāta' }])
})

test('of two contracts accepted at once on one connection exactly one becomes active', async () => {
  const icp = makeIcp(9000, 'UN')
  const ids = await Promise.all([1, 2, 3].map(() => offers.draft({ connections: [icp] })))
  const tokens: string[] = []
  for (const id of ids) tokens.push(await offers.send(id))
  const replies = await Promise.all(tokens.map((token) => offers.accept(token)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 476, 476])
  const refused = replies.find(({ status }) => status === 476)
  expect(refused?.body.message).toContain('Please ask First Energy')
  expect(refused?.text).not.toContain(icp)
  const states = await Promise.all(ids.map(offers.statusOf))
  expect(states.sort()).toEqual(['active', 'offered', 'offered'])
})

test('staff hear which connection is taken, and note what was accepted on paper', async () => {
  const connections = [makeIcp(9001, 'UN')]
  const [first, second] = [await offers.draft({ connections }), await offers.draft({ connections })]
  await offers.send(first)
  await offers.send(second)
  const accounting = await world.as('accounting')
  const note = (id: number) =>
    accounting.post('/contract/accept', { id, name: 'Whetū Ngāta', reason: 'Signed copy by post' })
  expect((await note(first)).status).toBe(200)
  const words = await wordsOf(first, 1)
  expect(words).toContain('Noted by accounting Test: Signed copy by post')
  const refused = await note(second)
  expect(refused.status).toBe(476)
  expect(refused.body.message).toContain(connections[0])
})

test('a form that somebody left open does not keep the customer from accepting', async () => {
  const id = await offers.draft()
  const token = await offers.send(id)
  await offers.user.put('/datalock', {
    path: '/app/contract/edit',
    object_class: 'contract',
    object_id: id,
  })
  expect((await offers.accept(token)).status).toBe(200)
})

test('a signature needs a name, the tick and, where it is drawn, a drawing', async () => {
  const token = await offers.send(await offers.draft())
  const faults = [
    { ...signed, name: '' },
    { ...signed, agreed: false },
    { ...signed, signature_type: 'drawn' },
    { ...signed, strokes: [[[5000, 1]]] },
    { ...signed, strokes: 'scribble' },
    { ...signed, contract_id: 5 },
  ]
  for (const fault of faults) {
    const reply = await offers.accept(token, fault)
    expect([400, 467], reply.text).toContain(reply.status)
  }
  expect((await offers.read(token)).body.data.status).toBe('open')
})

test('a preview shows the contract as it is, and keeps nothing', async () => {
  const id = await offers.draft()
  const file = await offers.user.get('/contract/preview', { id })
  expect(file.status).toBe(200)
  expect(file.headers['content-type']).toBe('application/pdf')
  expect((await offers.user.get('/contract/documents', { id })).status).toBe(260)
})
