import { afterAll, beforeAll, expect, test } from 'vitest'
import { commissionOffice, inTime } from '#tests/support/commissioned.ts'
import { behindLink, linkTo } from '#tests/support/mailed-link.ts'
import { makeWorld, password, type World } from '#tests/support/world.ts'

let world: World
let office: Awaited<ReturnType<typeof commissionOffice>>
const DAY_MS = 86_400_000

beforeAll(async () => {
  world = await makeWorld()
  office = await commissionOffice(world)
})
afterAll(() => world.close())

/** A partner whose first statement was sent to an address of their own, with its link. */
async function stated(name: string, email: string) {
  const partner_id = await office.newPartner({ name, email, partner_rate_standard: '10' })
  const { id, customer_id } = await office.brought({ partner_id })
  await office.pay(customer_id, await office.billed({ id, customer_id }), inTime)
  world.clock.advance(DAY_MS)
  for (const who of ['user', 'accounting', 'manager'] as const)
    await office[who].signIn(who, password)
  const reply = await office.manager.post('/partner/commission/send', { id: partner_id })
  expect(reply.status, reply.text).toBe(202)
  return { partner_id, customer_id, email, ...reply.body.data }
}

const byLink = (path: string, token: string) => behindLink(world.guest(), path, token)

test('a link tells its holder of their own statement, and of no other partner', async () => {
  const own = await stated('Āwhina Ltd', 'awhina@example.co.nz')
  const other = await stated('Tui Ltd', 'tui@example.co.nz')
  const token = await linkTo(world, own.email)
  const { data } = (await office.accounting.get('/customer', { id: other.customer_id })).body
  const foreign = [other.statement_number, other.hash, 'Tui Ltd', data.customer_number]
  expect((await byLink('/public/commission', token)).body.data.hash).toBe(own.hash)
  for (const path of ['', '/json', '/csv', '/document']) {
    const plain = await byLink(`/public/commission${path}`, token)
    expect(plain.status, plain.text).toBe(200)
    for (const secret of foreign) expect(plain.text).not.toContain(secret)
    // Naming another one is not understood, or changes nothing.
    for (const named of [`?id=${other.id}`, `?partner_id=${other.partner_id}`]) {
      const reply = await byLink(`/public/commission${path}${named}`, token)
      if (reply.status !== 400) expect(reply.bytes.equals(plain.bytes)).toBe(true)
    }
  }
  for (const path of ['/commissionstatements', '/commissions', '/partners'])
    expect((await byLink(path, token)).status).toBe(401)
})
