import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#domain/entities.ts'
import type { SearchHit } from '#domain/operations/search-calls.ts'
import { searchLines } from '#server/operations/search-lines.ts'
import { makeBank } from '#tests/support/banking.ts'
import type { Client } from '#tests/support/client.ts'
import { makeSentInvoices, months } from '#tests/support/sent-invoices.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// What people type when the phone rings, and what has to stand first. The office below has names that
// resemble each other, so that a rule that finds too much puts the wrong one first.
let world: World
let user: Client
let accounting: Client
let manager: Client
/** What was made, by the name the corpus calls it. */
const made: Record<string, { id: number; number: string }> = {}

beforeAll(async () => {
  world = await makeWorld()
  const office = await makeSentInvoices(world)
  ;({ user, accounting, manager } = office)
  const keep = async (name: string, path: string, values: object, number = '') => {
    const reply = await (path === '/supplier' || path === '/partner' ? manager : user).put(
      path,
      values,
    )
    expect(reply.status, `${name} ${reply.text}`).toBeLessThan(300)
    const row = reply.body.data
    made[name] = { id: row.id, number: row[number] ?? '' }
    return row
  }
  const number = 'customer_number'
  await keep('marae', '/customer', { name: 'Ngāti Whātua Marae', city: 'Ōrākei' }, number)
  await keep(
    'smith',
    '/customer',
    { name: 'John Smith', city: 'Nelson', phone: '021 555 6630' },
    number,
  )
  await keep('other smith', '/customer', { name: 'John Smith', city: 'Timaru' }, number)
  await keep('peter', '/customer', { name: 'Peter John Smithson', email: 'pj@paua.co.nz' }, number)
  await keep('mcdonald', '/customer', { name: 'Anne Mc Donald', street: '14 Kauri Rise' }, number)
  await keep('obrien', '/customer', { name: 'Sinéad O’Brien', phone_work: '09 379 1122' }, number)
  await keep(
    'dairy',
    '/customer',
    { name: 'Kāpiti Dairy Ltd', contact_primary: 'Wiremu Pene' },
    number,
  )
  await keep('supplier', '/supplier', { name: 'Pūriri Power', email: 'bills@puriri.co.nz' })
  await keep('partner', '/partner', { name: 'Totara Brokers' })
  await keep(
    'proposal',
    '/proposal',
    { name: 'Switch of the dairy', customer_id: made.dairy?.id },
    'proposal_number',
  )
  await keep('enquiry', '/enquiry', {
    subject: 'Solar on the roof',
    contact_name: 'Hemi Walker',
    phone: '027 444 0101',
  })
  await keep('task', '/task', { subject: 'Ring about the hot water cylinder' })
  await keep('note', '/note', {
    subject: 'Gate',
    text_plain: 'The code of the gate is on the fridge',
    reference_object: 'customer',
    reference_id: made.peter?.id,
  })
  const account = await office.supplied({ name: 'Waipapa Orchards' })
  made.orchards = { id: account.customer_id, number: '' }
  const draft = await office.draft({ ...account, ...months.april })
  const sent = await office.send(draft.id)
  made.invoice = { id: sent.id, number: sent.invoice_number ?? '' }
  made.total = { id: sent.id, number: sent.discounted_total ?? '' }
  const { data: meters } = (await user.get('/meters', { customer_id: account.customer_id })).body
  made.meter = { id: meters[0].id, number: meters[0].meter_number }
  made.icp = { id: meters[0].id, number: meters[0].icp_number }
  const contract = (await user.get('/contract', { id: account.contract_id })).body.data
  made.contract = { id: contract.id, number: contract.contract_number }
  const paid = await accounting.put('/invoicepayment', {
    customer_id: account.customer_id,
    amount_incl_gst: '4321.09',
    payment_date: '2026-06-02',
    reference: 'ORCHARD MAY',
  })
  made.payment = { id: paid.body.data.id, number: '' }
})
afterAll(() => world.close())

async function search(q: string, client = user) {
  const reply = await client.get('/search', { q })
  expect([200, 260], q).toContain(reply.status)
  const hits: SearchHit[] = reply.body.data
  return { hits, meant: reply.body.info?.meant as string | undefined }
}
const names = (hits: readonly SearchHit[]) => hits.map((hit) => `${hit.entity} ${hit.id}`)

const plain: [string, string, string][] = [
  ['ngati whatua', 'customer', 'marae'],
  ['NGĀTI WHĀTUA', 'customer', 'marae'],
  ['marae ng', 'customer', 'marae'],
  ['orakei', 'customer', 'marae'],
  ['021 555 6630', 'customer', 'smith'],
  ['0215556630', 'customer', 'smith'],
  ['+64 21 555 6630', 'customer', 'smith'],
  ['555 6630', 'customer', 'smith'],
  ['021 555', 'customer', 'smith'],
  ['09 379 1122', 'customer', 'obrien'],
  ['obrien', 'customer', 'obrien'],
  ["O'Brien", 'customer', 'obrien'],
  ['sinead', 'customer', 'obrien'],
  ['smithson', 'customer', 'peter'],
  ['peter smithson', 'customer', 'peter'],
  ['pj@paua.co.nz', 'customer', 'peter'],
  ['paua.co', 'customer', 'peter'],
  ['mcdonald', 'customer', 'mcdonald'],
  ['Mc Donald', 'customer', 'mcdonald'],
  ['14 kauri', 'customer', 'mcdonald'],
  ['smith nelson', 'customer', 'smith'],
  ['wiremu', 'customer', 'dairy'],
  ['puriri', 'supplier', 'supplier'],
  ['totara', 'partner', 'partner'],
  ['solar', 'enquiry', 'enquiry'],
  ['027 444 0101', 'enquiry', 'enquiry'],
  ['hot water', 'task', 'task'],
  ['switch of', 'proposal', 'proposal'],
]
test.each(plain)('“%s” finds the %s of %s first', async (q, entity, name) => {
  const { hits, meant } = await search(q)
  expect(names(hits)[0]).toBe(`${entity} ${made[name]?.id}`)
  expect(meant).toBeUndefined()
})

test.each([
  ['smtihson', 'smithson', 'peter'],
  ['mcdonld', 'mcdonald', 'mcdonald'],
  ['petre smithson', 'peter smithson', 'peter'],
  ['whatau', 'whatua', 'marae'],
])('“%s” is told to be meant as “%s”', async (q, meant, name) => {
  const found = await search(q)
  expect(found.meant).toBe(meant)
  expect(names(found.hits)[0]).toBe(`customer ${made[name]?.id}`)
})

describe('a number', () => {
  test.each(['invoice', 'contract', 'meter'])(
    'of the %s is found whole, from its end and without its signs',
    async (name) => {
      const { id = 0, number = '' } = made[name] ?? {}
      for (const q of [number, number.toLowerCase(), number.slice(-5), number.replaceAll('-', '')])
        expect(names((await search(q)).hits), q).toContain(`${name} ${id}`)
      expect(names((await search(number)).hits)[0]).toBe(`${name} ${id}`)
    },
  )

  test('of an ICP finds its meter and its contract', async () => {
    const { id, number = '' } = made.icp ?? {}
    const both = [`contract ${made.contract?.id}`, `meter ${id}`]
    expect(names((await search(number)).hits).toSorted()).toEqual(both)
    expect(names((await search(number.slice(-5))).hits)).toEqual([`meter ${id}`])
  })

  test('of a customer and of a proposal is found from its end', async () => {
    for (const [name, entity] of [
      ['dairy', 'customer'],
      ['proposal', 'proposal'],
    ] as const) {
      const { id, number = '' } = made[name] ?? {}
      expect(names((await search(number)).hits)[0]).toBe(`${entity} ${id}`)
      expect(names((await search(number.slice(-3))).hits)).toContain(`${entity} ${id}`)
    }
  })

  test('that is an amount finds what is of that amount, however it is written', async () => {
    const { id, number = '' } = made.total ?? {}
    for (const q of [number, `$${number}`])
      expect(names((await search(q)).hits)).toContain(`invoice ${id}`)
    for (const q of ['4321.09', '4,321.09', '$4,321.09'])
      expect(names((await search(q, accounting)).hits)[0], q).toBe(
        `invoicepayment ${made.payment?.id}`,
      )
    expect((await search('4321.08')).hits).toEqual([])
  })
})

// Shows: E02
test('a reference of a payment is found by its words', async () => {
  expect(names((await search('orchard may')).hits)[0]).toBe(`invoicepayment ${made.payment?.id}`)
})

// Shows: E02
test('two customers of one name are told apart by number and town', async () => {
  const { hits } = await search('john smith')
  const both = hits.filter(({ title }) => title === 'John Smith')
  expect(both.map(({ subtitle }) => subtitle.split(' · ').slice(0, 2)).toSorted()).toEqual(
    [
      [made.smith?.number, 'Nelson'],
      [made['other smith']?.number, 'Timaru'],
    ].toSorted(),
  )
})

test('a note leads to the record it is about', async () => {
  const { hits } = await search('fridge')
  expect(hits[0]).toMatchObject({
    entity: 'note',
    path: `/app/customer/details?id=${made.peter?.id}`,
  })
})

test('what was renamed is found by its new name alone, what was deleted not at all', async () => {
  const row = (await user.put('/customer', { name: 'Rimu Bakery' })).body.data
  await user.post('/customer', { id: row.id, version: row.version, name: 'Matai Bakery' })
  expect((await search('rimu bak')).hits).toEqual([])
  expect(names((await search('matai')).hits)).toEqual([`customer ${row.id}`])
  await manager.delete('/customer', { id: row.id })
  expect((await search('matai')).hits).toEqual([])
})

// Shows: T01
test('nobody finds what another organisation or a higher role has', async () => {
  const other = await world.as('other')
  for (const [q] of plain) expect((await search(q, other)).hits, q).toEqual([])
  const bank = { amount: '77.35', transaction_date: '2026-06-03', other_party: 'Kererū Trust' }
  const { account } = await makeBank(world, accounting, manager)
  const line = await accounting.put('/banktransaction', { ...bank, bankaccount_id: account })
  expect(line.status, line.text).toBeLessThan(300)
  expect(names((await search('kereru', accounting)).hits)).toContain(
    `banktransaction ${line.body.data.id}`,
  )
  expect((await search('kereru')).hits).toEqual([])
})

test.each(['%', '_', '\\', "'", '💡', ' . ', '$', '~', '((', '\u0000', 'a'.repeat(200)])(
  '“%s” is answered',
  async (q) => {
    await search(q)
  },
)

// Shows: V8.2.3
test('nothing is found by what is hidden, or shown to some roles only', () => {
  const found = entities.flatMap(({ name, fields, find }) =>
    Object.values(find ?? {})
      .flat()
      .map((column) => ({ column: `${name}.${column}`, options: fields[column]?.options })),
  )
  expect(found.length).toBeGreaterThan(50)
  const hidden = found.filter(({ options }) => !options || options.masked || options.seenBy)
  expect(hidden).toEqual([])
})

test('every kind that can be found says what stands below its title, and its columns are kept', async () => {
  const findable = entities.filter(({ find }) => find !== null)
  expect(findable.map(({ name }) => name).toSorted()).toEqual(Object.keys(searchLines).toSorted())
  const { rows } = await world.owner.query<{ table_name: string; kept: string }>(
    `select c.relname as table_name, obj_description(t.oid) as kept
     from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'keep_search_terms'`,
  )
  const wanted = findable.map(({ plural, find }) => ({
    table_name: plural,
    kept: Object.entries(find ?? {})
      .flatMap(([forms, columns]) =>
        columns.map((column) => `${column}:${forms === 'words' ? forms : forms.slice(0, -1)}`),
      )
      .join(' '),
  }))
  const byTable = (one: { table_name: string }) => one.table_name
  const sorted = <T extends { table_name: string }>(list: T[]) =>
    list.toSorted((one, other) => byTable(one).localeCompare(byTable(other)))
  expect(sorted(rows)).toEqual(sorted(wanted))
})
