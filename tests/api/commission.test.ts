import { afterAll, beforeAll, expect, test } from 'vitest'
import { booksHold } from '#tests/support/billing.ts'
import { commissionOffice, inTime } from '#tests/support/commissioned.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

let world: World
let office: Awaited<ReturnType<typeof commissionOffice>>

beforeAll(async () => {
  world = await makeWorld()
  office = await commissionOffice(world)
})
afterAll(() => world.close())

test('ten per cent of April’s fee are earned with its last cent, and booked', async () => {
  const partner_id = await office.newPartner({ partner_rate_standard: '10' })
  const contract = await office.brought({ partner_id })
  const invoice = await office.billed(contract)
  expect(await office.entries(partner_id)).toEqual([])
  await office.pay(contract.customer_id, invoice, inTime)
  expect(await office.entries(partner_id)).toMatchObject([
    { kind: 'ongoing', commission_status: 'accrued', base: '26.04', amount: '2.60', round: 1 },
  ])
  await booksHold(world, contract.customer_id)
})
