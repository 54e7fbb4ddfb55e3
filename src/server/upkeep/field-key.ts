import type pg from 'pg'
import { plainConn } from '#server/kit/database/plain-conn.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type FieldKeys, sealWhole, unseal } from '#server/kit/rows/seal.ts'
import { refusal } from '#server/kit/start/refusal.ts'
import { ORGANISATIONS, SET_SCOPE } from './organisation-scope.ts'
import { type SealedPlace, sealedPlaces } from './sealed-places.ts'

const NAME = 'field key'
const WORD = 'Kia tūpato'

type Asker = Pick<pg.ClientBase, 'query'>

const HAS_TABLE = sql<{ yes: boolean }>`select to_regclass('public.key_checks') is not null as yes`

const KEPT = sql<{ sealed: string }>`select sealed from key_checks where name = ${NAME}`

const KEEP = sql<never, [sealed: string]>`
  insert into key_checks (name, sealed) values (${NAME}, $1) on conflict do nothing`

const CHANGE = sql<never, [sealed: string]>`
  update key_checks set sealed = $1, made_at = now() where name = ${NAME}`

/** A server with another key than the database's is refused before it changes anything. */
export async function refuseOtherFieldKey(client: Asker, keys: FieldKeys): Promise<void> {
  const word = await checkWord(client)
  if (word !== undefined && !opens(keys, word)) throw otherKey()
}

/** The first start keeps the word; where there is none yet, what is in the database must open. */
export async function keepCheckWord(client: Asker, keys: FieldKeys): Promise<void> {
  if ((await checkWord(client)) !== undefined) return
  for await (const value of someValues(client)) if (!opens(keys, value)) throw otherKey()
  await KEEP.run(plainConn(client), sealedWord(keys))
}

/** From here on the word says that the new key is the one. */
export async function changeCheckWord(client: Asker, keys: FieldKeys): Promise<void> {
  await CHANGE.run(plainConn(client), sealedWord(keys))
}

export function opens(keys: FieldKeys, value: string): boolean {
  try {
    unseal(keys, value)
    return true
  } catch {
    return false
  }
}

/** The sealed word; undefined where the database has none yet. */
export async function checkWord(client: Asker): Promise<string | undefined> {
  const conn = plainConn(client)
  if (!(await HAS_TABLE.one(conn))?.yes) return undefined
  return (await KEPT.one(conn))?.sealed
}

function sealedWord(keys: FieldKeys): string {
  return sealWhole(keys, WORD)
}

/** One of each kind and organisation, where there are any. */
async function* someValues(client: Asker): AsyncGenerator<string> {
  const conn = plainConn(client)
  const scopes = (await ORGANISATIONS.all(conn)).map(({ id }) => String(id))
  for (const place of sealedPlaces) {
    for (const scope of place.isScoped ? scopes : ['']) {
      await SET_SCOPE.run(conn, scope)
      const value = await oneValue(client, place)
      if (value !== undefined) yield value
    }
  }
  await SET_SCOPE.run(conn, '')
}

async function oneValue(client: Asker, place: SealedPlace): Promise<string | undefined> {
  const { table, columns } = place
  // An index of the table's numbers leads to a filled one quickly; an empty column costs one look.
  const value = `coalesce(${columns.join(', ')})`
  const { rows } = await client.query<{ value: string }>(
    `select ${value} as value from ${table} where ${value} is not null limit 1`,
  )
  return rows[0]?.value
}

function otherKey(): Error {
  return refusal(
    'FIELD_SECRET is not the key of this database: bank numbers, birth dates, second factors and\n' +
      'encrypted files could not be opened with it, and new ones only with it.\n' +
      'Start with the FIELD_SECRET of this installation; in development that is in secrets.json of\n' +
      'its data folder. docs/operations.md tells how a key is changed.',
  )
}
