import type { Entity } from '#domain/kit/entity.ts'
import { accountFields, type PayeeAccount, type PayeeKind } from '#domain/payees/payee.ts'
import { inOrganisation } from '#server/identity/end-access.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, type Statement, sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { cellsOf, withoutMasked } from '#server/kit/rows/cell.ts'
import { maskOf, seal, unseal } from '#server/kit/rows/seal.ts'

export interface Payee {
  entity: Entity
  kind: PayeeKind
  id: number
  name: string
  organisation_id: number
}

const parts = Object.keys(accountFields) as (keyof PayeeAccount)[] // Its own keys.

/** What somebody sent about an account; a masked value sent back says nothing. */
export function sentAccount(entity: Entity, input: object): Partial<PayeeAccount> {
  const sent = cellsOf(withoutMasked(entity, input))
  const given = parts.flatMap((part) => {
    const value = sent[accountFields[part]]
    return value === undefined ? [] : [[part, value === null ? null : String(value)]]
  })
  return Object.fromEntries(given)
}

/** The account in the fields of its record, without those that the record does not have. */
export function fieldsFrom(entity: Entity, account: PayeeAccount): Record<string, string | null> {
  const known = parts.filter((part) => accountFields[part] in entity.fields)
  return Object.fromEntries(known.map((part) => [accountFields[part], account[part]]))
}

type PayeeId = [id: number]

const withSwift = fragment`select bank_account_name as name, bank_account_number as number,
  bank_swift_number as swift`
const plain = fragment`select bank_account_name as name, bank_account_number as number,
  null::text as swift`

const OF_ORGANISATION = sql<PayeeAccount, PayeeId>`${plain} from organisations where id = $1`
const OF_SUPPLIER = sql<PayeeAccount, PayeeId>`${withSwift} from suppliers where id = $1`
const OF_PARTNER = sql<PayeeAccount, PayeeId>`${plain} from partners where id = $1`
const OF_CUSTOMER = sql<PayeeAccount, PayeeId>`${withSwift} from customers where id = $1`

const accounts: Record<PayeeKind, Statement<PayeeAccount, PayeeId>> = {
  organisation: OF_ORGANISATION,
  supplier: OF_SUPPLIER,
  partner: OF_PARTNER,
  customer: OF_CUSTOMER,
}

/** Where money for a payee goes now, in full. */
export async function accountOf(
  ctx: Context,
  conn: Conn,
  { kind, id }: Pick<Payee, 'kind' | 'id'>,
): Promise<PayeeAccount> {
  const found = await accounts[kind].one(conn, id)
  const { name = null, number = null, swift = null } = found ?? {}
  return { name, number: opened(ctx, number), swift: opened(ctx, swift) }
}

export const isSealed = (value: string) => value.includes('|v1.')

function opened(ctx: Context, value: string | null): string | null {
  return value !== null && isSealed(value) ? unseal(ctx.config.secrets.fields, value) : value
}

/** As it is kept: names can be read, numbers cannot. */
export function sealedAccount(ctx: Context, { name, number, swift }: PayeeAccount): PayeeAccount {
  const sealed = (value: string | null) => value && seal(ctx.config.secrets.fields, value)
  return { name, number: sealed(number), swift: sealed(swift) }
}

/** What was kept, in full. */
export function openedAccount(ctx: Context, { name, number, swift }: PayeeAccount): PayeeAccount {
  return { name, number: opened(ctx, number), swift: opened(ctx, swift) }
}

/** As anybody may read it. */
export function maskedAccount({ name, number, swift }: PayeeAccount): PayeeAccount {
  return { name, number: number && maskOf(number), swift: swift && maskOf(swift) }
}

/** Works in the payee's organisation: a platform admin may change the account of another one. */
export async function among<T>(
  ctx: Context,
  conn: Conn,
  { organisation_id }: Pick<Payee, 'organisation_id'>,
  work: (there: Context) => Promise<T>,
): Promise<T> {
  if (organisation_id === ctx.actor.organisation_id) return work(ctx)
  const there = { ...ctx, actor: { ...ctx.actor, organisation_id } }
  return inOrganisation(conn, ctx, organisation_id, () => work(there))
}
