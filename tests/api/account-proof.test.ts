import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfText } from '#tests/support/pdf-text.ts'
import { makeSentInvoices, type SentInvoices, sentInApril } from '#tests/support/sent-invoices.ts'
import { makeWorld, scope, type World } from '#tests/support/world.ts'

type SentInvoice = Awaited<ReturnType<typeof sentInApril>>['invoice']

let world: World
let invoices: SentInvoices
let invoice: SentInvoice
let proof: string
const url = '/public/account'

beforeAll(async () => {
  world = await makeWorld()
  invoices = await makeSentInvoices(world)
  const sent = await sentInApril(invoices)
  invoice = sent.invoice
  proof = (await invoices.read(sent.token)).body.data.pay.proof
}, 60_000)
afterAll(() => world.close())

const tokenOf = (address: string) => address.slice(address.indexOf('#') + 1)
const asked = (token: string) => invoices.read(token, url)

async function changeAccount(number: string) {
  await scope(world.owner, world.organisations[0])
  const change = 'update organisations set bank_account_number = $2 where id = $1'
  await world.owner.query(change, [world.organisations[0], number])
}

test('the code of an invoice leads to the account that its broker signed', async () => {
  expect(proof).toMatch(/\/account\/#[\w-]+\.[\w-]+$/)
  const reply = await asked(tokenOf(proof))
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body.data).toEqual({
    broker: expect.objectContaining({ name: 'First Energy' }),
    look: {
      is_demonstration: false,
      name: 'First Energy',
      logo: null,
      colour: '#14666f',
      footer: '',
    },
    account_name: 'First Energy Trust',
    account_number: expect.stringMatching(/^\d{2}-\d{4}-\d{7}-\d{2,3}$/),
    invoice_number: invoice.invoice_number,
    is_current: true,
  })
  const pdf = await invoices.user.get('/invoice/document', { id: invoice.id })
  expect(pdfText(pdf.bytes)).toContain('Is this account ours?')
})

// Shows: V4.1.5, V11.6.1
test('its signature is a plain Ed25519 one that anybody with the public key can check', async () => {
  const { rows } = await world.owner.query('select public_key, private_key from signing_keys')
  expect(rows).toHaveLength(1)
  const [body, signature] = tokenOf(proof)
    .split('.')
    .map((part) => Buffer.from(part, 'base64url')) as [Buffer, Buffer]
  expect(verify(null, body, createPublicKey(rows[0].public_key), signature)).toBe(true)
  expect(JSON.parse(body.toString())).toEqual([
    world.organisations[0],
    'First Energy Trust',
    expect.stringMatching(/^\d{15,16}$/),
    invoice.invoice_number,
  ])
  // The other half is not readable where it is kept.
  expect(rows[0].private_key).not.toContain('PRIVATE KEY')
})

// Shows: T13
test('whoever changes a single character of it, or the account within, is told that it is not ours', async () => {
  const token = tokenOf(proof)
  for (let place = 0; place < token.length; place += 7) {
    const other = token[place] === 'A' ? 'B' : 'A'
    const changed = token.slice(0, place) + other + token.slice(place + 1)
    expect((await asked(changed)).status, changed).toBe(469)
  }
  const [body = '', signature = ''] = token.split('.')
  const told = JSON.parse(Buffer.from(body, 'base64url').toString())
  told[2] = '0100010123456700'
  const forged = Buffer.from(JSON.stringify(told)).toString('base64url')
  expect((await asked(`${forged}.${signature}`)).status).toBe(469)
  for (const nonsense of ['', '.', `${body}.`, 'x'.repeat(43), `${body}.${'A'.repeat(86)}`])
    expect((await asked(nonsense)).status, nonsense).toBe(469)
})

test('once the broker has another account, an old invoice is genuine and says so', async () => {
  const { account_number } = (await asked(tokenOf(proof))).body.data
  await changeAccount('0300000123456700')
  const reply = await asked(tokenOf(proof))
  expect(reply.body.data).toMatchObject({ is_current: false, account_number })
})
