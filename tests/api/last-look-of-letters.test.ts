import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { todayOf } from '#server/kit/http/context.ts'
import { newCustomer } from '#tests/support/billing.ts'
import type { Client } from '#tests/support/client.ts'
import { departing, type SomethingDeparting } from '#tests/support/departing.ts'
import { lettersWhere } from '#tests/support/letters.ts'
import { makeOffers, type Offers, signed } from '#tests/support/offers.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { makeSentInvoices, months, type SentInvoices } from '#tests/support/sent-invoices.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let accounting: Client
let offers: Offers
let invoices: SentInvoices
let going: SomethingDeparting

beforeAll(async () => {
  world = await makeWorld()
  ;[offers, invoices] = [await makeOffers(world), await makeSentInvoices(world)]
  ;[user, accounting] = [offers.user, invoices.accounting]
  going = departing(world)
}, 60_000)
beforeEach(() => scope(world.owner, world.organisations[0]))
afterAll(() => world.close())

const lettersTo = (email: string) => lettersWhere(world.owner, 'mail_to = $1', [email])
const today = () => todayOf(world)

let sequence = 0
const newAddress = () => `reader${++sequence}@letters.example`

describe('the offer of a contract', () => {
  const offerTo = (id: number, to: string, message?: string) => ({
    action: 'contract_offer',
    ids: [id],
    options: { to: [to], ...(message ? { message } : {}) },
  })
  const versions = async (id: number) =>
    (await user.get('/contract/documents', { id })).body.data ?? []

  test('is read as its customer would, with the document, and nothing of it is kept', async () => {
    const id = await offers.draft()
    const to = newAddress()
    const asked = offerTo(id, to, 'As spoken on the phone.')
    const seen = await user.post('/departure/preview', asked)
    expect(seen.body.data, seen.text).toMatchObject([
      { id, party: 'Whetū Ngāta', recipients: [to], obstacle: null },
    ])
    const look = await going.look(user, asked)
    expect(look).toMatchObject({ problem: null, messages: [{ to, withheld: null }] })
    expect(look.messages[0].text).toContain('As spoken on the phone.')
    expect(look.messages[0].text).not.toMatch(/#[\w-]{43}/)
    expect(JSON.stringify(look.document)).toContain('0.285')
    expect(await versions(id)).toEqual([])
    expect(await offers.statusOf(id)).toBe('draft')
    expect(await lettersTo(to)).toEqual([])
  })

  test('is taken back without a trace, and what leaves later is what was shown', async () => {
    const id = await offers.draft()
    const to = newAddress()
    const asked = offerTo(id, to)
    const first = await going.letGo(user, asked)
    expect(first).toMatchObject({ seconds_left: 10, counts: { held: 1 } })
    expect((await going.holding(user, asked)).status, 'it is held already').toBe(476)
    await going.takeBack(user, first.id)
    await going.pass()
    expect(await offers.statusOf(id)).toBe('draft')
    expect(await versions(id)).toEqual([])
    const [look] = [await going.look(user, asked)]
    const { id: departure } = await going.hold(user, asked, look.seen)
    await going.pass()
    expect(await going.outcome(user, departure)).toEqual([['left', null]])
    expect(await offers.statusOf(id)).toBe('offered')
    const [letter, ...more] = await lettersTo(to)
    expect(more).toEqual([])
    expect(letter?.text_plain.replace(/#[\w-]{43}/, '#…').trim()).toBe(look.messages[0].text.trim())
    expect(letter?.text_plain).toMatch(/\/contract\/#[\w-]{43}/)
    const { bytes } = await user.get('/contract/document', { id })
    expect(pdfText(bytes)).toContain('0.285')
    expect((await versions(id)).length).toBe(1)
  })

  test('that is not complete says what is missing, and is not held', async () => {
    const id = await offers.draft({ date_end: null })
    const look = await going.look(user, offerTo(id, newAddress()))
    expect(look).toMatchObject({ messages: [], seen: null })
    expect(look.problem).toContain('Say on which day the contract ends')
    expect((await going.holding(user, offerTo(id, newAddress()))).status).toBe(476)
  })

  test('stays behind where its document reads otherwise by now, and not for a note of the office', async () => {
    const [noted, changed] = [await offers.draft(), await offers.draft()]
    const held: Record<number, number> = {}
    for (const id of [noted, changed])
      held[id] = (await going.letGo(user, offerTo(id, newAddress()))).id
    const change = async (id: number, given: object) => {
      const { version } = (await user.get('/contract', { id })).body.data
      const reply = await user.post('/contract', { id, version, ...given })
      expect(reply.status, reply.text).toBe(261)
    }
    await change(noted, { notes: 'Rings on Mondays' })
    await change(changed, { date_end: '2029-06-30' })
    await going.pass()
    expect(await going.outcome(user, held[noted] ?? 0)).toEqual([['left', null]])
    const [[state, why]] = await going.outcome(user, held[changed] ?? 0)
    expect([state, why]).toEqual(['refused', expect.stringContaining('reads otherwise by now')])
    expect(await offers.statusOf(changed)).toBe('draft')
  })

  test('that somebody else sent, or that was accepted meanwhile, is not sent twice', async () => {
    const [sent, accepted] = [await offers.draft(), await offers.draft()]
    const token = await offers.send(accepted)
    const one = await going.letGo(user, offerTo(sent, newAddress()))
    const two = await going.letGo(user, offerTo(accepted, newAddress()))
    await offers.send(sent)
    expect((await offers.accept(token, signed)).status).toBe(200)
    await going.pass()
    expect(await going.outcome(user, one.id)).toEqual([
      ['refused', expect.stringContaining('it was sent meanwhile')],
    ])
    expect(await going.outcome(user, two.id)).toEqual([
      ['refused', expect.stringContaining('the contract is active')],
    ])
    expect(await versions(sent)).toHaveLength(1)
  })

  test('is what was read: what changed between the look and the button is shown again first', async () => {
    const id = await offers.draft()
    const asked = offerTo(id, newAddress())
    const { seen } = await going.look(user, asked)
    await user.put('/rate', {
      ...{ contract_id: id, rate_name: 'Night', rate_type: 'variable', rate_amount: '0.19' },
      ...{ rate_unit: 'kWh', valid_from_date: '2027-01-01' },
    })
    const refused = await going.holding(user, asked, seen)
    expect(refused.status, refused.text).toBe(476)
    expect(refused.body.message).toContain('reads otherwise by now')
    const later = await going.holding(user, { ...asked, options: { to: [newAddress()] } }, seen)
    expect(later.body.message).toContain('it goes to somebody else by now')
  })

  test('of another broker is unknown', async () =>
    going.isUnknownToOthers('contract_offer', await offers.draft()))

  test('goes to one reader: a second address is refused, not forgotten', async () => {
    const id = await offers.draft()
    const asked = { ...offerTo(id, newAddress()), options: { to: [newAddress(), newAddress()] } }
    for (const reply of [
      await user.post('/departure/preview', asked),
      await user.post('/departure/look', asked),
      await going.holding(user, asked),
    ]) {
      expect(reply.status, reply.text).toBe(400)
      expect(reply.body.errors).toMatchObject([{ field: 'options.to.1' }])
    }
  })

  test('leaves at once by the call that the specification names', async () => {
    const id = await offers.draft()
    expect(await offers.send(id)).toHaveLength(43)
  })
})

describe('a statement of account', () => {
  async function billed() {
    const email = newAddress()
    const who = await invoices.supplied({ name: 'Tāne Hohepa', email })
    const invoice = await invoices.send((await invoices.draft({ ...who, ...months.april })).id)
    return { id: who.customer_id, invoice, email }
  }
  const statementOf = (id: number, options: object = {}) => ({
    action: 'customer_statement',
    ids: [id],
    options,
  })
  const statementsTo = async (email: string) =>
    (
      await world.owner.query<{ attachment: Buffer; attachment_name: string }>(
        `select attachment, attachment_name from letters where mail_to = $1
           and attachment_name like 'Statement-%' order by id`,
        [email],
      )
    ).rows
  const pay = async (customer_id: number, reference: string) => {
    const given = { customer_id, amount_incl_gst: '20.00', payment_date: today(), reference }
    const paid = await accounting.put('/invoicepayment', given)
    expect(paid.status, paid.text).toBe(201)
  }

  test('is read with its page, taken back, and leaves as it was shown', async () => {
    const { id, invoice, email } = await billed()
    const asked = statementOf(id)
    const look = await going.look(user, asked)
    expect(look).toMatchObject({ problem: null, messages: [{ to: email }] })
    expect(look.messages[0].attachment).toBe(`Statement-${today()}.pdf`)
    expect(JSON.stringify(look.document)).toContain(invoice.invoice_number)
    const first = await going.hold(user, asked, look.seen)
    await going.takeBack(user, first.id)
    await going.pass()
    expect(await statementsTo(email)).toEqual([])
    const told = await user.get('/history', { object_class: 'customer', object_id: id })
    expect(told.body.data[0]).toMatchObject({ action: 'takeback', reason: 'Statement of account' })
    await going.letGo(user, asked)
    await going.pass()
    const [sent, ...more] = await statementsTo(email)
    expect(more).toEqual([])
    expect(pdfText(sent?.attachment ?? Buffer.alloc(0))).toContain(invoice.invoice_number)
  })

  test('of chosen days goes to the address that was typed', async () => {
    const { id } = await billed()
    const to = newAddress()
    const days = { from: '2026-01-01', until: '2026-01-31' }
    await going.letGo(user, statementOf(id, { ...days, to: [to] }))
    await going.pass()
    expect(await statementsTo(to)).toMatchObject([{ attachment_name: 'Statement-2026-01-31.pdf' }])
    const turned = { from: '2026-02-01', until: '2026-01-31' }
    const refused = await user.post('/departure/look', statementOf(id, turned))
    expect(refused.status, refused.text).toBe(400)
    expect(refused.body.errors).toMatchObject([
      { field: 'to', message: 'A statement ends after it begins.' },
    ])
  })

  test('that a payment would change stays behind; another field of the customer changes nothing', async () => {
    const [paying, moving] = [await billed(), await billed()]
    const one = await going.letGo(user, statementOf(paying.id))
    const two = await going.letGo(user, statementOf(moving.id))
    await pay(paying.id, 'Thanks')
    const { version } = (await user.get('/customer', { id: moving.id })).body.data
    const given = { id: moving.id, version, in_hardship: true }
    expect((await user.post('/customer', given)).status).toBe(261)
    await going.pass()
    expect(await going.outcome(user, one.id)).toEqual([
      ['refused', expect.stringContaining('it reads otherwise by now')],
    ])
    expect(await going.outcome(user, two.id)).toEqual([['left', null]])
    expect(await statementsTo(paying.email)).toEqual([])
    expect(await statementsTo(moving.email)).toHaveLength(1)
  })

  test('that somebody sent meanwhile is not sent twice', async () => {
    const { id, email } = await billed()
    const held = await going.letGo(user, statementOf(id))
    expect((await user.post('/customer/statement/send', { id })).status).toBe(200)
    await going.pass()
    expect(await going.outcome(user, held.id)).toEqual([
      ['refused', expect.stringContaining('it was sent meanwhile')],
    ])
    expect(await statementsTo(email)).toHaveLength(1)
  })

  test('without an address says so, and one of another broker is unknown', async () => {
    const nowhere = await invoices.supplied({ email: null })
    const look = await going.look(user, statementOf(nowhere.customer_id))
    expect(look.problem).toContain('there is no email address')
    await going.isUnknownToOthers('customer_statement', nowhere.customer_id)
  })
})

test('two things about one customer leave side by side', async () => {
  const { id } = await newCustomer(user, { email: newAddress() })
  const asked = { action: 'customer_statement', ids: [id] }
  const held = await going.letGo(user, asked)
  const invited = await going.holding(accounting, { action: 'mandate_invite', ids: [id] })
  // Nobody has connected a provider here: that is what stands in the way, not the statement.
  expect(invited.status, invited.text).toBe(501)
  await going.takeBack(user, held.id)
})
