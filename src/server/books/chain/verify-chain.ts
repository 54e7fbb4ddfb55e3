import {
  type BrokenLink,
  type ChainDigest,
  type ChainName,
  type ChainReport,
  chainNames,
} from '#domain/books/chain-calls.ts'
import type { Conn, Database } from '#server/kit/database/database.ts'
import { inOneMoment } from '#server/kit/database/one-moment.ts'
import { sql } from '#server/kit/database/sql.ts'
import { chainBeginning, chained, nextLink } from './chains.ts'

type Asker = Pick<Conn, 'query'>
type Linked = { place: number; row_id: number; hash: Buffer; text: string | null }

const AT_ONCE = 5000

const linkedOf = (chain: ChainName) => sql<Linked, [chain: ChainName, after: number]>`
  select l.place, l.row_id, l.hash,
    case when t.id is not null then ${chained[chain].text} end as text
  from (select * from chain_links where chain = $1 and place > $2
    order by place limit ${AT_ONCE}) l
  left join ${chained[chain].from} t on t.id = l.row_id
  order by l.place`
const LINKED = { journal: linkedOf('journal'), history: linkedOf('history') }

type Unlinked = { slipped_in: number | null; waiting: number }
const unlinkedOf = (chain: ChainName) => sql<Unlinked, [chain: ChainName]>`
  select min(t.id) filter (where t.id <= h.safe_id) as slipped_in, count(*)::int as waiting
  from ${chained[chain].from} t
  cross join (select coalesce(max(safe_id), 0) as safe_id from chain_heads where chain = $1) h
  where not exists (select from chain_links l where l.chain = $1 and l.row_id = t.id)`
const UNLINKED = { journal: unlinkedOf('journal'), history: unlinkedOf('history') }

const DIGESTS = sql<{ day: string; place: number; hash: Buffer }, [chain: ChainName]>`
  select day, place, hash from chain_digests where chain = $1 order by day`

/** Computes every link again, from the first on, and names the first entry that does not fit. */
export async function verifyChains(
  conn: Asker,
  organisation_id: number,
  mayGoOn: () => boolean,
): Promise<ChainReport[]> {
  const reports: ChainReport[] = []
  for (const chain of chainNames)
    reports.push(await verifyChain(conn, organisation_id, chain, mayGoOn))
  return reports
}

/** The same by itself, of one moment, for those whose books are not looked at beside. */
export async function proveChains(
  database: Database,
  organisation_id: number,
  patienceMs: number,
): Promise<ChainReport[]> {
  const scope = { organisation_id: organisation_id || null, user_id: null }
  const until = performance.now() + patienceMs
  return inOneMoment(database, scope, patienceMs, (conn) =>
    verifyChains(conn, organisation_id, () => performance.now() < until),
  )
}

async function verifyChain(
  conn: Asker,
  organisation_id: number,
  chain: ChainName,
  mayGoOn: () => boolean,
): Promise<ChainReport> {
  const unlinked = await UNLINKED[chain].all(conn, chain)
  const { slipped_in = null, waiting = 0 } = unlinked[0] ?? {}
  const report: ChainReport = { chain, checked: 0, waiting, is_complete: false, broken: null }
  const digests = await DIGESTS.all(conn, chain)
  let hash = chainBeginning(chain, organisation_id)
  while (mayGoOn()) {
    const links = await LINKED[chain].all(conn, chain, report.checked)
    for (const link of links) {
      const computed = link.text === null ? null : nextLink(hash, link.text)
      report.broken = brokenLink(link, computed, report.checked) ?? brokenDigest(link, digests)
      if (report.broken) return report
      hash = link.hash
      report.checked = link.place
    }
    if (links.length < AT_ONCE) {
      report.broken = lostEnd(report.checked, digests) ?? slippedIn(slipped_in)
      return { ...report, is_complete: true }
    }
  }
  return report
}

function brokenLink(link: Linked, computed: Buffer | null, before: number): BrokenLink | null {
  if (computed === null || link.place !== before + 1)
    return { what: 'gone', row_id: link.row_id, day: null }
  return computed.equals(link.hash) ? null : { what: 'changed', row_id: link.row_id, day: null }
}

interface Digest {
  day: string
  place: number
  hash: Buffer
}

function brokenDigest(link: Linked, digests: readonly Digest[]): BrokenLink | null {
  const wrong = digests.find(({ place, hash }) => place === link.place && !hash.equals(link.hash))
  return wrong ? { what: 'digest', row_id: null, day: wrong.day } : null
}

/** A digest knows more entries than there are. */
function lostEnd(checked: number, digests: readonly Digest[]): BrokenLink | null {
  const ahead = digests.find(({ place }) => place > checked)
  return ahead ? { what: 'digest', row_id: null, day: ahead.day } : null
}

function slippedIn(row_id: number | null): BrokenLink | null {
  return row_id === null ? null : { what: 'slipped_in', row_id, day: null }
}

const LATEST_DIGESTS = sql<ChainDigest, []>`
  select chain, day, place::int as entries, encode(hash, 'hex') as digest
  from chain_digests order by day desc, chain desc limit 200`

export function latestDigests(conn: Asker): Promise<ChainDigest[]> {
  return LATEST_DIGESTS.all(conn)
}
