import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { departing, type SomethingDeparting } from '#tests/support/departing.ts'
import { lettersWhere } from '#tests/support/letters.ts'
import { earningPartner } from '#tests/support/ready-statements.ts'
import { makeSentInvoices, months, type SentInvoices } from '#tests/support/sent-invoices.ts'
import { silentMail } from '#tests/support/smtp-sink.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

let world: World
let user: Client
let accounting: Client
let manager: Client
let invoices: SentInvoices
let going: SomethingDeparting

beforeAll(async () => {
  world = await makeWorld({ smtpUrl: silentMail })
  invoices = await makeSentInvoices(world)
  ;({ user, accounting, manager } = invoices)
  going = departing(world)
}, 60_000)
beforeEach(() => scope(world.owner, world.organisations[0]))
afterAll(() => world.close())

const lettersTo = (email: string) => lettersWhere(world.owner, 'mail_to = $1', [email])

let sequence = 0
const newAddress = () => `reader${++sequence}@copies.example`

describe('a message that is sent once more', () => {
  /** The mail that brought an invoice, as the mail server took it. */
  async function taken() {
    const email = newAddress()
    const who = await invoices.supplied({ email })
    await invoices.send((await invoices.draft({ ...who, ...months.april })).id)
    const { rows } = await world.owner.query<{ id: number }>(
      `update messages set status = 'accepted' where recipient = $1 and kind = 'invoice'
       returning id::int`,
      [email],
    )
    return { id: rows[0]?.id ?? 0, email }
  }
  const again = (id: number, options: object = {}) => ({
    action: 'message_resend',
    ids: [id],
    options,
  })
  const childrenOf = async (id: number) =>
    (
      await world.owner.query<{ recipient: string }>(
        'select recipient from messages where parent_id = $1 order by id',
        [id],
      )
    ).rows

  test('is read once more with its page, and taken back leaves nothing', async () => {
    const { id, email } = await taken()
    const look = await going.look(user, again(id))
    expect(look).toMatchObject({ problem: null, messages: [{ to: email, withheld: null }] })
    expect(look.messages[0].text).not.toMatch(/#[\w-]{43}/)
    expect(look.document.title).toMatch(/invoice/i)
    const held = await going.hold(user, again(id), look.seen)
    await going.takeBack(user, held.id)
    await going.pass()
    expect(await childrenOf(id)).toEqual([])
    const to = newAddress()
    await going.letGo(user, again(id, { to: [to] }))
    await going.pass()
    expect(await childrenOf(id)).toEqual([{ recipient: to }])
    const [letter] = await lettersTo(to)
    expect(letter?.text_plain).toMatch(/#[\w-]{43}/)
  })

  test('leaves although the first arrived meanwhile, and stays where somebody else sent it', async () => {
    const [arrived, sent] = [await taken(), await taken()]
    const one = await going.letGo(user, again(arrived.id))
    const two = await going.letGo(user, again(sent.id))
    await world.owner.query(
      `update messages set status = 'delivered', version = version + 1 where id = $1`,
      [arrived.id],
    )
    expect((await user.post('/message/resend', { id: sent.id })).status).toBe(201)
    await going.pass()
    expect(await going.outcome(user, one.id)).toEqual([['left', null]])
    expect(await going.outcome(user, two.id)).toEqual([
      ['refused', expect.stringContaining('it was sent meanwhile')],
    ])
    expect(await childrenOf(arrived.id)).toHaveLength(1)
    expect(await childrenOf(sent.id)).toHaveLength(1)
  })

  test('to who opted out is shown with the reason, and refused', async () => {
    const { id, email } = await taken()
    await user.put('/messageblacklist', { contact: email, type: 'email' })
    const look = await going.look(user, again(id))
    expect(look.problem).toContain('has opted out')
    expect((await going.holding(user, again(id))).status).toBe(476)
  })

  test('of a partner or of nobody anybody knows is looked at and sent as well', async () => {
    const partner_id = await earningPartner(world, manager)
    const [known = 0, stranger = 0] = await world.database.write(
      { organisation_id: world.organisations[0], user_id: null },
      async (conn) => {
        const made = await conn.query<{ id: number }>(
          `insert into messages (organisation_id, type, direction, kind, status, sender, recipient,
             subject, text_plain, partner_id, unique_key)
           select scope_organisation(), 'email', 'out', 'mail', 'accepted', 'office@first.co.nz',
             r.recipient, 'Kia ora', 'Thank you for calling.', r.partner_id, r.recipient
           from jsonb_to_recordset($1::jsonb) as r (recipient text, partner_id bigint)
           returning id`,
          [
            JSON.stringify([
              { recipient: 'partner@copies.example', partner_id },
              { recipient: 'stranger@copies.example', partner_id: null },
            ]),
          ],
        )
        return made.map(({ id }) => id)
      },
    )
    for (const [id, to] of [
      [known, 'partner@copies.example'],
      [stranger, 'stranger@copies.example'],
    ] as const) {
      const look = await going.look(user, again(id))
      expect(look, to).toMatchObject({
        problem: null,
        messages: [{ to, text: 'Thank you for calling.' }],
      })
      await going.hold(user, again(id), look.seen)
      await going.pass()
      expect(await childrenOf(id)).toEqual([{ recipient: to }])
    }
    await going.isUnknownToOthers('message_resend', known)
  })
})

describe('a commission statement that is sent once more', () => {
  test('is read with its page, held, taken back and sent to another address', async () => {
    const partner_id = await earningPartner(world, manager)
    const sent = await manager.post('/partner/commission/send', { id: partner_id })
    expect(sent.status, sent.text).toBe(202)
    const { id, sent_to, statement_number } = sent.body.data
    const asked = { action: 'statement_resend', ids: [id] }
    const look = await going.look(accounting, asked)
    expect(look).toMatchObject({ problem: null, messages: [{ to: sent_to }] })
    expect(look.messages[0].attachment).toBe(`${statement_number}.pdf`)
    expect(JSON.stringify(look.document)).toContain(statement_number)
    const held = await going.hold(accounting, asked, look.seen)
    await going.takeBack(accounting, held.id)
    await going.pass()
    expect(await lettersTo(sent_to)).toHaveLength(1)
    const to = newAddress()
    await going.letGo(accounting, { ...asked, options: { to: [to] } })
    await going.pass()
    expect(await lettersTo(to)).toHaveLength(1)
    // Paid meanwhile, it still reads the same.
    const paid = await going.letGo(accounting, asked)
    expect((await accounting.post('/commissionstatement/pay', { id })).status).toBe(200)
    const twice = await going.holding(accounting, asked)
    expect(twice.status, twice.text).toBe(476)
    await going.pass()
    expect(await going.outcome(accounting, paid.id)).toEqual([['left', null]])
    expect((await user.post('/departure/look', asked)).status, 'accounting’s').toBe(403)
    await going.isUnknownToOthers('statement_resend', id)
  })
})
