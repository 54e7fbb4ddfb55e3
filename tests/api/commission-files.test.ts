import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvRecords } from '#domain/kit/csv-reader.ts'
import type { Client } from '#tests/support/client.ts'
import { commissionOffice, done, inTime } from '#tests/support/commissioned.ts'
import { makeWorld, password, type World } from '#tests/support/world.ts'

// Every list of the partners' screens is also a file, and the file is the list: all of its rows, no
// other partner's, and to the cent.
let world: World
let office: Awaited<ReturnType<typeof commissionOffice>>
let partner_id: number
let contract_id: number
let statement_id: number
const DAY_MS = 86_400_000

beforeAll(async () => {
  world = await makeWorld()
  office = await commissionOffice(world)
  const rates = {
    ...{ partner_rate_standard: '10', signup_commission_unit: 'fixed' },
    ...{ signup_commission_residential: '90.00', signup_commission_commercial: '90.00' },
  }
  const earner = async (name: string) => {
    const partner = await office.newPartner({ ...rates, name, email: 'partner@example.co.nz' })
    const contract = await office.brought({ partner_id: partner })
    const invoice = await office.billed(contract)
    await office.pay(contract.customer_id, invoice, inTime)
    return { partner, contract }
  }
  const { partner, contract } = await earner('=Āwhina & Sons')
  await earner('Another Ltd')
  partner_id = partner
  contract_id = contract.id
  const terms = { partner_id, valid_from_date: '2030-01-01', partner_rate_unit: 'percent' }
  const made = await office.manager.put('/partnerterm', { ...terms, partner_rate_amount: '12' })
  expect(made.status, made.text).toBe(201)
  world.clock.advance(DAY_MS)
  for (const who of ['user', 'accounting', 'manager'] as const)
    await office[who].signIn(who, password)
  const draft = await office.accounting.put('/commissionstatement', { partner_id })
  expect(draft.status, draft.text).toBe(201)
  statement_id = draft.body.data.id
})
afterAll(() => world.close())

/** A file as rows of cells by their names. */
async function fileOf(client: Client, path: string, query: Record<string, string | number> = {}) {
  const reply = await client.get(path, query)
  expect(reply.status, reply.text).toBe(200)
  const [heads = [], ...rows] = [...csvRecords(reply.text.replace(/^\uFEFF/, ''), ',')].map(
    ({ fields }) => fields,
  )
  return rows.map((row) => Object.fromEntries(heads.map((name, place) => [name, row[place]])))
}

interface ExportedList {
  path: string
  asked: () => Record<string, string | number>
  money: string | null
}

const about = () => ({ partner_id })
const lists: ExportedList[] = [
  { path: '/commissions', asked: about, money: 'amount' },
  { path: '/commissionstatements', asked: about, money: 'to_pay' },
  { path: '/partnerterms', asked: about, money: null },
  { path: '/contractpartners', asked: about, money: 'signup_amount' },
  { path: '/contractpartners', asked: () => ({ contract_id }), money: 'signup_amount' },
  { path: '/customers', asked: () => ({ figure: `brought_by_${partner_id}` }), money: null },
  { path: '/partners', asked: () => ({}), money: null },
]

test.each(lists)('$path is a file of the same rows', async ({ path, asked, money }) => {
  const { data, info } = (await office.manager.get(path, { ...asked(), limit: 500 })).body
  const rows = await fileOf(office.manager, `${path}/csv`, asked())
  expect(rows.length).toBe(info.total)
  expect(rows.map(({ id }) => id).toSorted()).toEqual(
    data.map((row: { id: number }) => String(row.id)).toSorted(),
  )
  if (money === null) return
  const amounts = data.map((row: Record<string, string>) => row[money])
  expect(rows.map((row) => row[money]).toSorted()).toEqual(amounts.toSorted())
})

describe('the amounts beside partners', () => {
  test('are a file of what their list tells', async () => {
    const told = (await office.accounting.get('/partners/customercount')).body.data
    const rows = await fileOf(office.accounting, '/partners/customercount/csv')
    expect(rows.map(({ partner_id: id }) => Number(id))).toEqual(
      told.map((one: { partner_id: number }) => one.partner_id),
    )
    for (const [place, one] of told.entries())
      expect(rows[place]).toMatchObject({
        ...{ customers: String(one.customers), earned: one.earned },
        ...{ carried: one.carried, owed: one.owed },
      })
    const own = rows.find((row) => row.partner_id === String(partner_id))
    // What begins like a formula is text.
    expect(own).toMatchObject({ partner: "'=Āwhina & Sons", earned: '92.60', last_statement: '' })
  })

  test('are for accounting, and each organisation has its own', async () => {
    expect((await office.user.get('/partners/customercount/csv')).status).toBe(403)
    const other = await world.as('other')
    const rows = await fileOf(other, '/partners/customercount/csv')
    expect(rows.map((row) => row.partner)).not.toContain("'=Āwhina & Sons")
  })
})

describe('the lines of a statement', () => {
  const path = '/commissionstatement/lines/csv'
  const asked = () => ({ id: statement_id })

  test('are a file while it is a draft', async () => {
    const { data } = (await office.accounting.get('/commissionstatement/lines', asked())).body
    const rows = await fileOf(office.accounting, path, asked())
    expect(rows.map(({ amount }) => amount)).toEqual(
      data.map((line: { amount: string }) => line.amount),
    )
    expect(rows.map(({ amount }) => amount).toSorted()).toEqual(['2.60', '90.00'])
  })

  test('and what the partner was sent, whatever became of it since', async () => {
    const sent = await done(office.manager, '/commissionstatement/send', asked())
    const rows = await fileOf(office.accounting, path, asked())
    const proof = await office.accounting.get('/commissionstatement/proof', asked())
    expect(rows).toMatchObject(JSON.parse(proof.text).lines)
    const name = `attachment; filename="${sent.statement_number}.csv"`
    expect((await office.accounting.get(path, asked())).headers['content-disposition']).toBe(name)
    const cancel = { ...asked(), reason: 'The partner asked for it' }
    await done(office.manager, '/commissionstatement/cancel', cancel)
    expect(await fileOf(office.accounting, path, asked())).toEqual(rows)
  })

  test('are nothing for users and for others', async () => {
    expect((await office.user.get(path, asked())).status).toBe(403)
    expect((await (await world.as('other')).get(path, asked())).status).toBe(404)
  })
})
