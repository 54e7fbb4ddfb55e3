import { type Mandate, mandate } from '#domain/directdebit/mandate.ts'
import { isUsableStatus } from '#domain/directdebit/provider-words.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import { humanise } from '#domain/kit/wording.ts'
import {
  DebitTrouble,
  type DirectDebit,
  type ProviderAccount,
  type ProviderMandate,
} from '#server/integrations/direct-debit.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { heldConnection, providerOf, requireConnection } from './connection.ts'
import { followMandate } from './follow-mandate.ts'

/** An authority that was given before, as the provider has it. */
export interface GivenBefore {
  made: ProviderMandate
  account: ProviderAccount
}

/** What the provider has under this name; null where it has nothing. */
export async function givenBefore(provider: DirectDebit, id: string): Promise<GivenBefore | null> {
  try {
    const made = await provider.mandate(id)
    return { made, account: await provider.account(made.account_id) }
  } catch (error) {
    if (error instanceof DebitTrouble && error.kind === 'missing') return null
    throw error
  }
}

const UNKNOWN = 'The provider has no authority of that name.'

/** Looks an authority up for somebody who waits for the answer: nothing is kept of a wrong name. */
export async function lookUpAuthority(ctx: Context, id: string): Promise<GivenBefore> {
  const held = await ctx.database.read(scopeOf(ctx), async (conn) => {
    await requireConnection(conn)
    return heldConnection(conn, ctx.config)
  })
  if (!held || held.connection_status === 'broken') throw new Problem('unavailable')
  try {
    const found = await givenBefore(await providerOf(ctx.config, held), id)
    if (!found) throw badField('provider_mandate_id', UNKNOWN)
    return found
  } catch (error) {
    if (!(error instanceof DebitTrouble)) throw error
    if (error.kind === 'refused') throw badField('provider_mandate_id', UNKNOWN)
    throw new Problem('unavailable', { retryAfterSeconds: error.retryAfterSeconds || 30 })
  }
}

const KEPT = sql<{ id: number }, [provider_mandate_id: string, our_key: string | null]>`
  select m.id from mandates m where m.provider_mandate_id = $1
    or m.id = (select c.mandate_id from ddcalls c where c.call_key = $2 and c.kind = 'mandate')`

/** Whether it is kept here already, or on its way here, for this customer or another one. */
export const isKept = async (conn: Conn, { made }: GivenBefore): Promise<boolean> =>
  (await KEPT.one(conn, made.id, made.our_key)) !== undefined

export function refuseUseless({ made }: GivenBefore): void {
  if (!isUsableStatus(made.status))
    throw notPossible(
      'take the authority over',
      `the provider says of it: ${humanise(made.status).toLowerCase()}`,
      'Ask the customer for a new one.',
    )
}

type AuthorityTaken = Pick<Mandate, 'customer_id'> &
  Partial<
    Pick<
      Mandate,
      | 'replaces_id'
      | 'consent_text_version'
      | 'consent_at'
      | 'consent_script_read'
      | 'consent_file_id'
    >
  >

/** It is collected with from now on; nothing has to be asked for at the provider. */
export async function takeOver(
  ctx: Context,
  conn: Conn,
  taken: AuthorityTaken,
  { made, account }: GivenBefore,
): Promise<number> {
  const values = { ...taken, source: 'import', mandate_status: made.status } as const
  const { id } = await insertRow(ctx, conn, mandate, values)
  await followMandate(ctx, conn, id, made, { account })
  return id
}
