import { formatPhone } from '#domain/kit/phone.ts'
import type { Proposal } from '#domain/proposals/proposal.ts'
import type { ProposalFacts } from '#domain/proposals/proposal-document.ts'
import {
  OPTION_LABELS,
  PLACE_OF_CUSTOMER,
  PLACE_OF_ORGANISATION,
} from '#server/contracts/contract-facts.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'

interface Party {
  name: string
  street: string | null
  suburb: string | null
  city: string | null
  postcode: string | null
  email: string | null
  phone: string | null
}

/** Everything a proposal's page says, as it is at this moment. */
export async function factsOfProposal(
  ctx: Context,
  conn: Conn,
  proposal: Proposal,
): Promise<ProposalFacts> {
  const [parties, options] = await Promise.all([
    PARTIES.one(conn, proposal.customer_id, proposal.supplier_id),
    OPTION_LABELS.all(conn),
  ])
  if (!parties) throw new Error(`Proposal ${proposal.id} has no customer.`)
  return {
    proposal,
    sender: linesOf(parties.broker),
    recipient: linesOf(parties.customer),
    supplier: parties.supplier,
    today: todayOf(ctx),
    optionLabels: Object.fromEntries(options.map(({ name, label }) => [name, label])),
  }
}

function linesOf({ name, street, suburb, city, postcode, email, phone }: Party): string[] {
  const town = [city, postcode].filter(Boolean).join(' ')
  const lines = [name, street, suburb, town, email, phone && formatPhone(phone)]
  return lines.filter((line): line is string => Boolean(line))
}

interface Parties {
  broker: Party
  customer: Party
  supplier: string | null
}

const PARTIES = sql<Parties, [customer_id: number, supplier_id: number | null]>`select
    json_build_object('name', coalesce(o.trading_name, o.name), ${PLACE_OF_ORGANISATION}) as broker,
    json_build_object('name', coalesce(c.name_business, c.name), ${PLACE_OF_CUSTOMER}) as customer,
    (select s.name from suppliers s where s.id = $2) as supplier
  from customers c join organisations o on o.id = c.organisation_id where c.id = $1`
