import pg from 'pg'
import { unwrapKey, wrapKey } from '#server/files/envelope.ts'
import { plainConn } from '#server/kit/database/plain-conn.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type FieldKeys, sealWhole, unseal } from '#server/kit/rows/seal.ts'
import { refusal } from '#server/kit/start/refusal.ts'
import { changeCheckWord, opens, refuseOtherFieldKey } from './field-key.ts'
import { inScope, ORGANISATIONS } from './organisation-scope.ts'
import { beginReport, finishReport } from './reports.ts'
import {
  type SealedPlace,
  sealedPlaces,
  type WrappedPlace,
  wrappedPlaces,
} from './sealed-places.ts'

export interface Rotation {
  ownerUrl: string
  /** The new key first, then the one from before. */
  keys: FieldKeys
  batch?: number
}

/** By place: how many values there are, were sealed anew, and open with neither key. */
export type RotationReport = Record<string, Counts>

interface Counts {
  seen: number
  sealed: number
  lost: number
}

const BATCH = 500

/**
 * Seals everything with the new key, some hundred rows at a time while people go on working. What is
 * sealed with it already is passed over, so that one that was interrupted is simply begun again. The
 * word that lets servers start comes last, once nothing needs the key from before.
 */
export async function rotateFieldKey(rotation: Rotation): Promise<RotationReport> {
  const { keys, ownerUrl } = rotation
  if (keys.length < 2) throw refusal('PREVIOUS_FIELD_SECRET is missing: name the key from before.')
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'switchboard keys' })
  await client.connect()
  await refuseOtherFieldKey(client, keys)
  const id = await beginReport(plainConn(client), 'rotation')
  try {
    const report: RotationReport = {}
    for (;;) {
      const { sealed } = await everything(client, rotation, report)
      // Once more, for what a server wrote behind us with the key from before.
      if (sealed === 0) break
    }
    report.account_hashes = await dropHashes(client)
    await changeCheckWord(client, keys)
    await finishReport(plainConn(client), id, isLost(report) ? 'failed' : 'passed', report)
    return report
  } catch (error) {
    await finishReport(plainConn(client), id, 'failed', { error: String(error) })
    throw error
  } finally {
    await client.end()
  }
}

// Beside each hash stands the sealed text it was made of, still with the key from before. They are made
// anew by whoever compares account numbers next.
const DROP_HASHES = sql<{ gone: number }, []>`
  with gone as (delete from account_hashes returning 1) select count(*)::int as gone from gone`

async function dropHashes(client: pg.Client): Promise<Counts> {
  const conn = plainConn(client)
  let seen = 0
  for (const { id } of await ORGANISATIONS.all(conn))
    seen += await inScope(client, String(id), async () => (await DROP_HASHES.one(conn))?.gone ?? 0)
  return { seen, sealed: 0, lost: 0 }
}

const isLost = (report: RotationReport) => Object.values(report).some(({ lost }) => lost > 0)

async function everything(client: pg.Client, rotation: Rotation, report: RotationReport) {
  const rows = await ORGANISATIONS.all(plainConn(client))
  const round = { sealed: 0 }
  const note = (name: string, { seen, sealed, lost }: Counts) => {
    const before = report[name]?.sealed ?? 0
    round.sealed += sealed
    report[name] = { seen, sealed: before + sealed, lost }
  }
  for (const place of sealedPlaces) {
    const scopes = place.isScoped ? rows.map(({ id }) => String(id)) : ['']
    await inScopes(client, rotation, scopes, place.table, note, (after, limit) =>
      resealRows(client, rotation.keys, place, after, Math.min(limit, place.batch ?? limit)),
    )
  }
  const scopes = rows.map(({ id }) => String(id))
  for (const place of wrappedPlaces)
    await inScopes(client, rotation, scopes, place.name, note, (after, limit) =>
      rewrapKeys(client, rotation.keys, place, after, limit),
    )
  return round
}

/** One part, and where the next one begins. */
interface Part extends Counts {
  last: string | null
}

async function inScopes(
  client: pg.Client,
  { batch = BATCH }: Rotation,
  scopes: string[],
  name: string,
  note: (name: string, counts: Counts) => void,
  part: (after: string | null, limit: number) => Promise<Part>,
): Promise<void> {
  const sum = { seen: 0, sealed: 0, lost: 0 }
  for (const scope of scopes) {
    for (let after: string | null = null; ; ) {
      const from: string | null = after
      const done: Part = await inScope(client, scope, () => part(from, batch))
      sum.seen += done.seen
      sum.sealed += done.sealed
      sum.lost += done.lost
      after = done.last
      if (after === null) break
    }
  }
  note(name, sum)
}

async function resealRows(
  client: pg.Client,
  keys: FieldKeys,
  { table, id: own = 'id', columns, idType }: SealedPlace,
  after: string | null,
  limit: number,
): Promise<Part> {
  const { rows } = await client.query<Record<string, string | null>>(
    `select ${own}::text as id, ${columns.join(', ')} from ${table}
     where ($1::${idType} is null or ${own} > $1) and coalesce(${columns.join(', ')}) is not null
     order by ${table}.${own} limit $2 for update`,
    [after, limit],
  )
  const counts = { seen: 0, sealed: 0, lost: 0 }
  const changed: Record<string, string | null>[] = []
  for (const row of rows) {
    const next = { ...row }
    for (const column of columns) {
      const value = row[column]
      if (typeof value !== 'string') continue
      counts.seen += 1
      if (opens([keys[0]], value)) continue
      // What opens with neither was lost before, and must not keep the rest from the new key.
      if (!opens(keys, value)) counts.lost += 1
      else {
        next[column] = sealedAnew(keys, value)
        counts.sealed += 1
      }
    }
    if (columns.some((column) => next[column] !== row[column])) changed.push(next)
  }
  if (changed.length > 0) {
    const lists = columns.map((_, place) => `$${place + 2}::text[]`).join(', ')
    await client.query(
      `update ${table} t set ${columns.map((column) => `${column} = v.${column}`).join(', ')}
       from unnest($1::${idType}[], ${lists}) v (id, ${columns.join(', ')}) where t.${own} = v.id`,
      [changed.map(({ id }) => id), ...columns.map((one) => changed.map((row) => row[one]))],
    )
  }
  return { ...counts, last: rows.length < limit ? null : (rows.at(-1)?.id ?? null) }
}

/** The mask stays as it is: of some secrets it is left out. */
function sealedAnew(keys: FieldKeys, value: string): string {
  const mask = value.slice(0, value.indexOf('|v1.'))
  return mask + sealWhole(keys, unseal(keys, value))
}

async function rewrapKeys(
  client: pg.Client,
  keys: FieldKeys,
  { table, id: own, sha256 }: WrappedPlace,
  after: string | null,
  limit: number,
): Promise<Part> {
  const { rows } = await client.query<{ id: string; wrapped: Buffer; belongs: string }>(
    `select c.${own}::text as id, c.wrapped_key as wrapped,
       c.organisation_id || ' ' || ${sha256} as belongs
     from ${table} c
     where ($1::bigint is null or c.${own} > $1) and c.wrapped_key is not null
     order by c.${own} limit $2 for update of c`,
    [after, limit],
  )
  const counts = { seen: rows.length, sealed: 0, lost: 0 }
  for (const { id, wrapped, belongs } of rows) {
    if (isWrapped([keys[0]], wrapped, belongs)) continue
    if (!isWrapped(keys, wrapped, belongs)) {
      counts.lost += 1
      continue
    }
    const anew = wrapKey(keys, unwrapKey(keys, wrapped, belongs), belongs)
    await client.query(`update ${table} set wrapped_key = $2 where ${own} = $1`, [id, anew])
    counts.sealed += 1
  }
  return { ...counts, last: rows.length < limit ? null : (rows.at(-1)?.id ?? null) }
}

function isWrapped(keys: FieldKeys, wrapped: Buffer, belongs: string): boolean {
  try {
    unwrapKey(keys, wrapped, belongs)
    return true
  } catch {
    return false
  }
}
