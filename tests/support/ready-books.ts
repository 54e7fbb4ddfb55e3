import { expect } from 'vitest'
import { entityNamed } from '#domain/entities.ts'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { newCustomer, sentInvoice } from './billing.ts'
import { billingRows, waitingEntry } from './billing-rows.ts'
import type { Client } from './client.ts'
import { makeRow } from './fitting.ts'
import { scope, type World } from './world.ts'

type Body = Record<string, unknown>

/** A bill whose invoice was thrown away. */
async function freeBill(client: Client): Promise<number> {
  const id = Number(await billingRows.bill?.(client))
  const { invoice_id } = (await client.get('/bill', { id })).body.data
  expect((await client.delete('/invoice', { id: invoice_id })).status).toBe(262)
  return id
}

/** Calls that want a second person, or something the books or the database know before. */
export function booksCalls(world: World): Record<string, (client: Client) => Promise<Body>> {
  let manager: Promise<Client> | undefined
  const colleague = () => {
    manager ??= world.as('manager')
    return manager
  }
  return {
    'POST /manualentry/approve': async () => ({ id: await waitingEntry(await colleague()) }),
    'POST /manualentry/withdraw': async (client) => ({ id: await waitingEntry(client) }),
    'DELETE /bill': async (client) => ({ id: await freeBill(client) }),
    'DELETE /bills': async (client) => ({ ids: [await freeBill(client)] }),
    'POST /ledger/verify': async (client) => {
      const { id } = await newCustomer(client)
      await sentInvoice(client, id)
      await scope(world.owner, world.organisations[0])
      await world.owner.query('update customers set balance_total = 77 where id = $1', [id])
      return {}
    },
    'POST /customer/unmask': async (client) => {
      const customer = entityNamed('customer')
      if (!customer) throw new Error('There are no customers.')
      await scope(world.owner, world.organisations[0])
      await world.owner.query(
        `with known as (update staffs set view_customer_direct_debit = true where user_id = $2
           returning id)
         insert into staffs (organisation_id, name, is_active, user_id, can_decrypt,
           view_customer_direct_debit)
         select $1, 'Hana', true, $2, true, true where not exists (select from known)`,
        [world.organisations[0], world.userIds.admin],
      )
      const bank_account_number = makeBankAccount('12', '3113', 4711)
      const { id } = await makeRow(client, customer, { bank_account_number })
      return { id, field: 'bank_account_number' }
    },
  }
}
