import { type ChainName, chainNames } from '#domain/books/chain-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { chainBeginning, chained, nextLink } from './chains.ts'

/** Entries that are linked in one transaction. */
const AT_ONCE = 5000
/** No transaction lasts longer: what is older has committed or never will. */
const SAFE_AFTER_MINUTES = 60

export interface Link {
  place: number
  hash: Buffer
}

// Whoever holds the row links; another server waits and then finds nothing left.
const HOLD_HEAD = sql<{ safe_id: number }, [organisation_id: number, chain: ChainName]>`
  insert into chain_heads as h (organisation_id, chain) values ($1, $2)
  on conflict (organisation_id, chain) do update set chain = h.chain returning safe_id`

const MOVE_HEAD = sql<never, [chain: ChainName]>`
  update chain_heads set safe_id = next_safe_id, next_safe_at = now(),
    next_safe_id = coalesce((select max(row_id) from chain_links l where l.chain = $1), 0)
  where chain = $1 and next_safe_at < now() - make_interval(mins => ${SAFE_AFTER_MINUTES})`

export const LAST_LINK = sql<Link, [chain: ChainName]>`
  select place, hash from chain_links where chain = $1 order by place desc limit 1`

type Unlinked = { row_id: number; text: string }
const unlinkedOf = (chain: ChainName) => sql<Unlinked, [after_id: number, chain: ChainName]>`
  select t.id as row_id, ${chained[chain].text} as text from ${chained[chain].from} t
  where t.id > $1
    and not exists (select from chain_links l where l.chain = $2 and l.row_id = t.id)
  order by t.id limit ${AT_ONCE}`
const UNLINKED = { journal: unlinkedOf('journal'), history: unlinkedOf('history') }

const ADD_LINKS = sql<
  never,
  [organisation_id: number, chain: ChainName, after: number, row_ids: number[], hashes: string[]]
>`insert into chain_links (organisation_id, chain, place, row_id, hash)
  select $1, $2, $3 + place, row_id, decode(hash, 'hex')
  from unnest($4::bigint[], $5::text[]) with ordinality as made (row_id, hash, place)`

const ADD_DIGEST = sql<
  { day: string },
  [organisation_id: number, chain: ChainName, day: string, place: number, hash: Buffer]
>`insert into chain_digests (organisation_id, chain, day, place, hash) values ($1, $2, $3, $4, $5)
  on conflict do nothing returning day`

/** How far a run has come in each chain. */
export interface SealingRun {
  /** The last entry it linked: what is linked already is not read once more for each part. */
  linked: Partial<Record<ChainName, number>>
  hasMore: boolean
}

/**
 * Links the next entries of the chains in scope. What is committed late, before others that are linked
 * already, is found by the next run.
 */
export async function sealChains(
  conn: Conn,
  organisation_id: number,
  before: SealingRun['linked'] = {},
): Promise<SealingRun> {
  const linked = { ...before }
  let hasMore = false
  for (const chain of chainNames) {
    const { safe_id } = (await HOLD_HEAD.one(conn, organisation_id, chain)) ?? { safe_id: 0 }
    const found = await UNLINKED[chain].all(conn, linked[chain] ?? safe_id, chain)
    await addLinks(conn, organisation_id, chain, found)
    const last = found.at(-1)
    if (last) linked[chain] = last.row_id
    if (found.length === AT_ONCE) hasMore = true
    else await MOVE_HEAD.run(conn, chain)
  }
  return { linked, hasMore }
}

async function addLinks(
  conn: Conn,
  organisation_id: number,
  chain: ChainName,
  found: readonly Unlinked[],
): Promise<void> {
  if (found.length === 0) return
  const last = await LAST_LINK.one(conn, chain)
  let hash = last?.hash ?? chainBeginning(chain, organisation_id)
  const hashes = found.map(({ text }) => {
    hash = nextLink(hash, text)
    return hash.toString('hex')
  })
  const row_ids = found.map(({ row_id }) => row_id)
  await ADD_LINKS.run(conn, organisation_id, chain, last?.place ?? 0, row_ids, hashes)
}

/** Keeps where a chain stood at the end of a day, once; answers it where it is new. */
export async function digestOf(
  conn: Conn,
  organisation_id: number,
  chain: ChainName,
  day: string,
): Promise<Link | undefined> {
  const last = await LAST_LINK.one(conn, chain)
  if (!last) return undefined
  const added = await ADD_DIGEST.one(conn, organisation_id, chain, day, last.place, last.hash)
  return added && last
}
