import type { Entity } from '#domain/kit/entity.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import type { Audience, AudienceList } from '#domain/messaging/bulk/audience.ts'
import { failedStates, outcomes, type RecipientState } from '#domain/messaging/bulk/outcome.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Cells } from '#server/kit/rows/cell.ts'
import { type Among, parseListQuery } from '#server/kit/rows/list-query.ts'
import { matchingIds } from '#server/kit/rows/matching-ids.ts'

/** A question that a list of customers answers, such as whose contract ends soon. */
export interface AudienceQuestion {
  /** The names of its own parameters, which are no filters. */
  parameters: readonly string[]
  among(ctx: Context, raw: Cells): Promise<Among>
}

/** The lists that an audience may be taken from; whoever has them passes them in. */
export interface AudienceSource {
  entity: Entity
  /** The column that names the customer. */
  column: string
  question?: AudienceQuestion
}
export type AudienceSources = Record<AudienceList, AudienceSource>

const CHOSEN = sql<{ id: number }, [ids: readonly number[]]>`
  select id from customers where id = any($1) and deleted_at is null order by id`

// Whoever was sent the same words again by hand since then has them; whom somebody left out stays so.
const NOT_REACHED = sql<{ id: number }, [bulk_id: number, states: readonly RecipientState[]]>`
  select distinct r.customer_id as id from bulkrecipients r
  where r.bulk_id = $1 and r.state = any($2)
    and coalesce(r.reason, '') not in ('duplicate', 'got_it', 'by_hand')
    and not exists (select from messages a where a.parent_id = r.message_id
      and a.status in ('queued', 'sending', 'accepted', 'delivered', 'unconfirmed'))
  order by 1`

/** The customers it is meant for, each once; the lists are those that the caller may see. */
export async function audienceIds(
  ctx: Context,
  conn: Conn,
  audience: Audience | null,
  sources: AudienceSources,
): Promise<number[]> {
  if (!audience) throw badField('audience', 'Say whom it goes to.')
  if ('list' in audience) return listedIds(ctx, conn, audience, sources[audience.list])
  if ('ids' in audience) return idsOf(await CHOSEN.all(conn, audience.ids))
  const states = audience.to === 'failed' ? failedStates : outcomes.missed
  return idsOf(await NOT_REACHED.all(conn, audience.bulk_id, states))
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

async function listedIds(
  ctx: Context,
  conn: Conn,
  { params = {} }: { params?: Record<string, string> | undefined },
  { entity, column, question }: AudienceSource,
): Promise<number[]> {
  const own = question?.parameters ?? []
  const plain = Object.fromEntries(Object.entries(params).filter(([name]) => !own.includes(name)))
  const query = readQuery(ctx, entity, plain)
  const among = await question?.among(ctx, params)
  return matchingIds(conn, entity, { ...query, among }, ctx.actor.organisation_id, column)
}

/** A filter that the list does not know is a mistake in the audience. */
function readQuery(ctx: Context, entity: Entity, params: Record<string, string>) {
  try {
    const { filters, search, deleted } = parseListQuery(entity, ctx.actor.role, params)
    if (deleted) throw badField('audience', 'Who was archived is not written to.')
    return { filters, search, deleted }
  } catch (error) {
    const [first] = error instanceof Problem ? (error.detail.errors ?? []) : []
    if (!first) throw error
    throw badField('audience', first.message)
  }
}

const REACHED = sql<
  { address: string },
  [bulk_id: number, states: readonly RecipientState[]]
>`with recursive chain as (
    select id, parent_id from bulkmessages where id = $1
    union select b.id, b.parent_id from bulkmessages b join chain c on b.id = c.parent_id)
  select distinct r.address from bulkrecipients r join chain on r.bulk_id = chain.id
  where r.state = any($2)`

/** The addresses that have it from an earlier one that this one repeats. */
export async function reachedAddresses(conn: Conn, parent_id: number | null): Promise<Set<string>> {
  if (parent_id === null) return new Set()
  const states = [...outcomes.got, ...outcomes.open]
  return new Set((await REACHED.all(conn, parent_id, states)).map(({ address }) => address))
}
