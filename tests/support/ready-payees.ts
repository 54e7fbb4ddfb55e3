import { expect } from 'vitest'
import type { Client } from './client.ts'
import { anyAccount, askedFor, changePayee, eventsOf, payeeOf } from './payees.ts'
import { settingIs } from './supplied.ts'
import type { World } from './world.ts'

type Body = Record<string, unknown>

/** Calls that answer a change of somebody's bank account. */
export function payeeCallsOf(world: World): Record<string, (client: Client) => Promise<Body>> {
  const reason = 'Called them on the number known before'

  async function asked(client: Client): Promise<number> {
    await settingIs(world, 'payee_second_person', true)
    const payee = await payeeOf(world, client, 'supplier')
    const id = await askedFor(client, payee, { bank_account_number: anyAccount() })
    await settingIs(world, 'payee_second_person', false)
    return id
  }

  return {
    'POST /payeeaccount/confirm': async () => ({ id: await asked(await world.as('manager')) }),
    'POST /payeeaccount/refuse': async () => ({
      id: await asked(await world.as('manager')),
      reason,
    }),
    'POST /payeeaccount/withdraw': async (client) => ({ id: await asked(client) }),
    'POST /payeeaccount/release': async (client) => {
      const payee = await payeeOf(world, client, 'supplier')
      const changed = await changePayee(client, payee, { bank_account_number: anyAccount() })
      expect(changed.status, changed.text).toBe(261)
      return { id: (await eventsOf(client, payee)).body.info.hold.id, reason }
    },
  }
}
