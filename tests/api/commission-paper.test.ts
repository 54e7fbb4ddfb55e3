import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDayShort } from '#domain/kit/calendar.ts'
import type { Client } from '#tests/support/client.ts'
import { commissionOffice, done, inTime } from '#tests/support/commissioned.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { makeWorld, password, scope, type World } from '#tests/support/world.ts'

// What a partner reads on the paper: what tax law wants on it, and why something was corrected.
let world: World
let office: Awaited<ReturnType<typeof commissionOffice>>
const ours = { name: 'First Energy Brokers', gst_number: '49091850', printed: '49-091-850' }
const theirs = { name: 'Tawa Referrals', gst_number: '35-901-981' }
const bcti_reason = 'They keep no books of their own'

beforeAll(async () => {
  world = await makeWorld()
  await scope(world.owner, world.organisations[0])
  await world.owner.query(
    'update organisations set gst_number = $1, trading_name = $2, phone = $3 where id = $4',
    [ours.gst_number, ours.name, '+6495550100', world.organisations[0]],
  )
  office = await commissionOffice(world)
})
afterAll(() => world.close())

const newPartner = (name: string) =>
  office.newPartner({
    ...{ partner_rate_standard: '10', email: 'tawa@example.co.nz', ...theirs, name },
    ...{ gst_registered: true, bcti_agreed_on: '2026-01-01', bcti_reason },
  })

/** The statement of the next day, with the words of its paper as they stand on it. */
async function statementOf(partner_id: number) {
  world.clock.advance(86_400_000)
  for (const who of ['user', 'accounting', 'manager'] as const)
    await (office[who] as Client).signIn(who, password)
  const row = await done(office.manager, '/partner/commission/send', { id: partner_id })
  const pdf = await office.accounting.get('/commissionstatement/document', { id: row.id })
  const proof = await office.accounting.get('/commissionstatement/proof', { id: row.id })
  return { row, words: withoutSpaces(pdfText(pdf.bytes)), proof: JSON.parse(proof.text) }
}

// Lines are broken anywhere on paper.
const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')

test('tax information of a buyer names both sides, the day, the supply and why it was agreed', async () => {
  const partner_id = await newPartner(theirs.name)
  const contract = await office.brought({ partner_id })
  const invoice = await office.billed(contract)
  await office.pay(contract.customer_id, invoice, inTime)
  await scope(world.owner, world.organisations[0])
  await world.owner.query(`update invoices set invoice_status = 'paid' where id = $1`, [invoice])
  const { row, words } = await statementOf(partner_id)
  const wanted = [
    'Buyer-created taxable supply information',
    `Supplier ${theirs.name}`,
    `GST number of the supplier ${theirs.gst_number}`,
    `Recipient ${ours.name}`,
    '09 555 0100',
    `GST number of the recipient ${ours.printed}`,
    `Date ${formatDayShort(row.sent_date)}`,
    'Description Commission for introducing and looking after customers',
    `Agreed because ${bcti_reason}`,
    // 2.60, and 15 % on top of it.
    ...['Earned, without GST $2.60', 'GST (15 %) $0.39', 'Total $2.99'],
    ...['bank-confirmed', row.statement_number, row.hash],
  ]
  for (const text of wanted) expect(words).toContain(withoutSpaces(text))
})

test('a correction tells its reason on the paper and in what is hashed, and no other line does', async () => {
  const partner_id = await newPartner('Kauri Referrals')
  const contract = await office.brought({ partner_id })
  await office.pay(contract.customer_id, await office.billed(contract), inTime)
  const reason = 'March was paid by the old broker'
  await office.manager.put('/commission', { partner_id, amount: '-1.00', reason })
  const { proof, words, row } = await statementOf(partner_id)
  expect(words).toContain(withoutSpaces(`Correction, ${reason}`))
  const [ongoing, correction] = proof.lines
  expect(ongoing).not.toHaveProperty('reason')
  expect(correction).toMatchObject({ kind: 'correction', amount: '-1.00', reason })
  const verified = await office.accounting.post('/commissionstatement/verify', { id: row.id })
  expect(verified.body.data).toEqual({ wrong: [] })
})
