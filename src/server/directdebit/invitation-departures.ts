import { type Customer, customer } from '#domain/customers/customer.ts'
import { messageOf } from '#domain/kit/problem.ts'
import { DECEASED } from '#domain/messaging/checks/caring.ts'
import { sql } from '#server/kit/database/sql.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import type { DepartureOffice } from '#server/messaging/departure/office.ts'
import { inviteToDebit } from './begin-mandate.ts'
import { addressFor } from './invitation.ts'

interface FoundCustomer extends Pick<Customer, 'email' | 'email_primary' | 'email_invoice'> {
  id: number
  version: number
  party: string
  debits_frozen_reason: string | null
  deleted_at: string | null
}

const CUSTOMERS = sql<FoundCustomer, [ids: readonly number[]]>`
  select id, version, coalesce(name_business, name) as party, email, email_primary, email_invoice,
    debits_frozen_reason, deleted_at
  from customers where id = any($1) order by id`

/** Nothing is written about direct debit to who has died: a manager finds out whom to write to. */
function obstacleOf({ deleted_at, debits_frozen_reason }: FoundCustomer): string | null {
  if (deleted_at !== null) return messageOf('archived', { what: 'customer' })
  if (debits_frozen_reason === DECEASED)
    return 'The customer has died: nothing is written to them about direct debit.'
  return null
}

const TIMES = sql<{ times: number }, [customer_id: number]>`
  select count(*)::int as times from ddinvitations where customer_id = $1`

/** Invitations to authorise us: the link is made as it leaves, and ends the one before. */
export const invitationDepartures = {
  mandate_invite: {
    rows: async (_, conn, ids, { to }) => {
      const found = await CUSTOMERS.all(conn, ids)
      if (found.length < ids.length) throw notFound(customer)
      return found.map((one) => ({
        ...{ id: one.id, version: one.version, party_id: one.id, party: one.party },
        name: 'Invitation to pay by direct debit',
        amount: null,
        recipients: [addressFor(one, to?.[0])].filter((address) => address !== null),
        warnings: [],
        obstacle: obstacleOf(one),
        left_out: null,
      }))
    },
    leave: async (ctx, conn, { id: customer_id }, { to, replace }) => {
      await inviteToDebit(ctx, conn, { customer_id, email: to?.[0], replace })
      return null
    },
    timesLeft: async (conn, id) => (await TIMES.one(conn, id))?.times ?? 0,
  },
} satisfies Record<string, DepartureOffice>
