import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderPdf } from '#server/kit/print/render-pdf.ts'
import { settleMessages } from '#server/messaging/outbox/settle-messages-job.ts'
import { jobContext } from '#tests/support/job-context.ts'
import { pageCount, pdfText } from '#tests/support/pdf-text.ts'
import {
  makeSentInvoices,
  months,
  type SentInvoices,
  sentInApril,
} from '#tests/support/sent-invoices.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

// Of each address 30 are heard and two are not.
const GUESSES = process.env.HEAVY ? 100_000 : 320

let world: World
let invoices: SentInvoices

beforeAll(async () => {
  world = await makeWorld()
  invoices = await makeSentInvoices(world)
}, 60_000)
afterAll(() => world.close())

const sentApril = (given?: Record<string, unknown>) => sentInApril(invoices, given)

const pdfOf = async (id: number) => {
  const reply = await invoices.user.get('/invoice/document', { id })
  expect(reply.status, reply.text).toBe(200)
  return reply.bytes
}

describe('the page of an invoice', () => {
  // Shows: R37
  test('is a preview marked Draft until it is sent, and then the same bytes for ever', async () => {
    const who = await invoices.supplied()
    const draft = await invoices.draft({ ...who, ...months.april })
    const preview = pdfText(await pdfOf(draft.id))
    expect(preview).toContain('Draft')
    const invoice = await invoices.send(draft.id)
    const sent = await pdfOf(draft.id)
    expect(pdfText(sent)).not.toContain('Draft')
    await scope(world.owner, world.organisations[0])
    const { rows } = await world.owner.query(
      'select content, pdf from invoice_documents where invoice_id = $1',
      [invoice.id],
    )
    expect((await renderPdf(rows[0].content)).equals(rows[0].pdf)).toBe(true)
    expect(sent.equals(rows[0].pdf)).toBe(true)
  })

  test('says everything the law asks for, both amounts with their days, and the use', async () => {
    const { invoice } = await sentApril()
    const words = pdfText(await pdfOf(invoice.id))
    for (const text of [
      'Tax invoice',
      'First Energy',
      'GST number',
      '49-091-850',
      String(invoice.invoice_number),
      'Energy',
      '600 kWh',
      'GST in this period',
      'This period without GST',
      'To pay after',
      'Electricity used, kWh',
      'Apr 26',
      'First Energy Trust',
    ])
      expect(words).toContain(text)
  })
})

describe('the link of an invoice', () => {
  test('shows the invoice, how to pay, the explanation of every amount and the PDF', async () => {
    const { invoice, token } = await sentApril()
    const page = await invoices.read(token)
    expect(page.status, page.text).toBe(200)
    expect(page.headers['x-robots-tag']).toContain('noindex')
    expect(page.body.data).toMatchObject({
      status: 'open',
      invoice_number: invoice.invoice_number,
      discounted_total: invoice.discounted_total,
      undiscounted_total: invoice.undiscounted_total,
      discounted_date: invoice.discounted_date,
      pay: { account_name: 'First Energy Trust', reference: invoice.invoice_number },
      change: null,
    })
    const explained = new Map(
      page.body.data.explanation.map((one: { key: string; amount: string }) => [one.key, one]),
    )
    expect(explained.get('line.1')).toMatchObject({ words: '600 kWh × 0.25 = 150' })
    expect(explained.get('discounted_total')).toMatchObject({ amount: invoice.discounted_total })
    const pdf = await invoices.read(token, '/public/invoice/document')
    expect(pdf.status).toBe(200)
  })

  test('tells why the bill changed, and the parts add up', async () => {
    const { customer_id, contract_id } = await sentApril()
    const draft = await invoices.draft({ customer_id, contract_id, ...months.may })
    const may = await invoices.send(draft.id)
    const page = await invoices.read(await invoices.tokenOf(may.id))
    const { change } = page.body.data
    const sum = change.parts.reduce(
      (total: number, part: { amount: string }) => total + Math.round(Number(part.amount) * 100),
      0,
    )
    expect(sum).toBe(Math.round(Number(change.difference) * 100))
    expect(change.parts.find((part: { key: string }) => part.key === 'use').words).toContain(
      '24 kWh a day',
    )
    const own = await invoices.user.get('/invoice/change', { id: may.id })
    expect(own.body.data).toEqual(change)
  })

  test('once it was opened its mail is delivered, where it has one reader alone', async () => {
    const mails = async (id: number) =>
      (await invoices.user.get('/messages', { invoice_id: id, order: 'id' })).body.data
    const read = async (to: string[]) => {
      const draft = await invoices.draft({ ...(await invoices.supplied()), ...months.april })
      await invoices.send(draft.id, { to })
      // As the mail server takes them, a while before anybody looks.
      await world.owner.query(
        `update messages set status = 'accepted', sent = true, sent_at = now() - interval '1 hour'
         where invoice_id = $1`,
        [draft.id],
      )
      const headers = { 'x-link-token': await invoices.tokenOf(draft.id) }
      const guest = world.guest()
      await guest.get('/options')
      const opened = await guest.post('/public/invoice/opened', {}, headers)
      expect(opened.status, opened.text).toBe(200)
      await settleMessages.run(jobContext(world), {})
      return (await mails(draft.id)).map(({ status }: { status: string }) => status)
    }
    expect(await read(['rewa@example.co.nz'])).toEqual(['delivered'])
    expect(await read(['rewa@example.co.nz', 'tama@example.co.nz'])).toEqual([
      'accepted',
      'accepted',
    ])
  })

  // Shows: T12, R29
  test('opened is noted for a customer who looked, not for fetching, staff or robots', async () => {
    const { invoice, token } = await sentApril()
    const state = async () => (await invoices.user.get('/invoice', { id: invoice.id })).body.data
    const tell = async (client: typeof invoices.user, headers = {}) => {
      await client.get('/options')
      return client.post('/public/invoice/opened', {}, { 'x-link-token': token, ...headers })
    }
    await invoices.read(token)
    expect((await tell(await world.as('user'))).status).toBe(200)
    await tell(world.guest(), { 'user-agent': 'Googlebot/2.1' })
    expect(await state()).toMatchObject({ opened: false, opened_at: null })
    expect((await tell(world.guest())).status).toBe(200)
    expect(await state()).toMatchObject({ opened: true, opened_ip: '127.0.0.1' })
    const openings = await invoices.user.get('/invoice/openings', { id: invoice.id })
    expect(openings.body.data.map((one: { kind: string }) => one.kind)).toEqual([
      'customer',
      'robot',
      'staff',
      'fetched',
    ])
  })

  // Shows: T12, R29
  test('a wrong one opens nothing, an old one has expired, a cancelled invoice says so', async () => {
    const { invoice, token } = await sentApril()
    expect((await invoices.read('')).status).toBe(469)
    expect((await invoices.read('A'.repeat(43))).status).toBe(469)
    const expiry = 'update public_links set expires_at = $2 where token_hash = sha256($1)'
    await world.owner.query(expiry, [token, '2020-01-01'])
    expect((await invoices.read(token)).status).toBe(470)
    await world.owner.query(expiry, [token, '2030-01-01'])
    const gone = await invoices.manager.post('/invoice/cancel', {
      id: invoice.id,
      reason: 'Wrong site',
    })
    expect(gone.status, gone.text).toBe(200)
    for (const path of ['/public/invoice', '/public/invoice/document'])
      expect((await invoices.read(token, path)).status).toBe(473)
  })

  // Shows: T12, R29
  test('it opens until ninety days after the invoice is due, and then says that it has expired', async () => {
    const { invoice, token } = await sentApril()
    const last = Temporal.PlainDate.from(invoice.due_date ?? '').add({ days: 90 })
    const at = async (day: Temporal.PlainDate) => {
      const noon = day.toZonedDateTime({ timeZone: 'Pacific/Auckland', plainTime: '12:00' })
      const ahead = noon.epochMilliseconds - world.clock.now().getTime()
      world.clock.advance(ahead)
      const { status } = await invoices.read(token)
      world.clock.advance(-ahead)
      return status
    }
    expect(await at(last.subtract({ days: 1 }))).toBe(200)
    expect(await at(last.add({ days: 2 }))).toBe(470)
  })

  // Shows: T12, R29
  test('the link of an invoice that is made anew says so, and the new one has its own', async () => {
    const { invoice, token } = await sentApril()
    const redone = await invoices.manager.post('/invoice/redo', { id: invoice.id, reason: 'Wrong' })
    expect(redone.status, redone.text).toBe(200)
    expect((await invoices.read(token)).status).toBe(473)
  })

  // Shows: T12, R29
  test(`${GUESSES} guesses from everywhere open nothing, each address has thirty, and who holds the link reads on`, async () => {
    const { token } = await sentApril()
    const guess = async (n: number) => {
      // Right but for the last letters, as far as anybody could come.
      const wrong = `${token.slice(0, 38)}${randomBytes(4).toString('base64url').slice(0, 5)}`
      const place = Math.floor(n / 32)
      const reply = await world.guest().send({
        method: 'GET',
        url: `/api/v1/public/invoice${n % 2 ? '/document' : ''}`,
        headers: { 'x-link-token': wrong },
        remoteAddress: `10.${place >> 8}.${place & 255}.7`,
      })
      return reply.status
    }
    const answers = new Map<number, number>()
    for (let n = 0; n < GUESSES; n++) {
      const status = await guess(n)
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
    const places = GUESSES / 32
    expect([...answers].toSorted()).toEqual([
      [429, places * 2],
      [469, places * 30],
    ])
    const headers = { 'x-link-token': token }
    const url = '/api/v1/public/invoice'
    const reader = { method: 'GET', url, headers, remoteAddress: '10.0.0.7' } as const
    expect((await world.guest().send(reader)).status).toBe(200)
  }, 600_000)

  // Shows: T12, R29
  test('one that was taken back opens nothing any more', async () => {
    const { token } = await sentApril()
    await world.owner.query(
      'update public_links set revoked_at = now() where token_hash = sha256($1)',
      [token],
    )
    expect((await invoices.read(token)).status).toBe(469)
  })

  test('another organisation sees neither the document nor where it went', async () => {
    const { invoice } = await sentApril()
    const other = await world.as('other')
    for (const path of ['document', 'deliveries', 'openings', 'change', 'explain', 'verify'])
      expect((await other.get(`/invoice/${path}`, { id: invoice.id })).status, path).toBe(404)
  })
})

test('each recipient’s mail can be followed', async () => {
  const { invoice } = await sentApril({
    invoice_recipients: ['one@example.co.nz', 'two@example.co.nz'],
  })
  const reply = await invoices.user.get('/invoice/deliveries', { id: invoice.id })
  expect(reply.body.data).toMatchObject([
    { recipient: 'two@example.co.nz', status: 'queued', kind: 'invoice' },
    { recipient: 'one@example.co.nz', status: 'queued', kind: 'invoice' },
  ])
})

test('letters for the post come as one file, by postcode and name', async () => {
  const given = { receive_mail_invoices: true }
  const south = await sentApril({ ...given, name: 'Aroha South', postcode: '9016' })
  const north = await sentApril({ ...given, name: 'Zoe North', postcode: '0110' })
  const mail = await sentApril({ name: 'By Mail' })
  const ids = [south, north, mail].map(({ invoice }) => invoice.id)
  const reply = await invoices.user.post('/invoices/postrun', { ids })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.headers['x-left-out']).toBe('1')
  const words = pdfText(reply.bytes)
  expect(words.indexOf('Zoe North')).toBeLessThan(words.indexOf('Aroha South'))
  expect(words).not.toContain('By Mail')
  expect(words.match(/Page 1 of/g)?.length).toBe(2)
  expect(pageCount(reply.bytes)).toBeGreaterThan(1)
})
