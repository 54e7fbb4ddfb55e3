import type pg from 'pg'
import { type FieldKeys, sealWhole, unseal } from '#server/kit/rows/seal.ts'
import { refusal } from '#server/kit/start/refusal.ts'
import { type SealedPlace, sealedPlaces } from './sealed-places.ts'

const NAME = 'field key'
const WORD = 'Kia tūpato'

type Asking = Pick<pg.ClientBase, 'query'>

/** A server with another key than the database's is refused before it changes anything. */
export async function refuseOtherFieldKey(client: Asking, keys: FieldKeys): Promise<void> {
  const word = await checkWord(client)
  if (word !== undefined && !opens(keys, word)) throw otherKey()
}

/** The first start keeps the word; where there is none yet, what is in the database must open. */
export async function keepCheckWord(client: Asking, keys: FieldKeys): Promise<void> {
  if ((await checkWord(client)) !== undefined) return
  for await (const value of someValues(client)) if (!opens(keys, value)) throw otherKey()
  const text = 'insert into key_checks (name, sealed) values ($1, $2) on conflict do nothing'
  await client.query(text, [NAME, sealedWord(keys)])
}

/** From here on the word says that the new key is the one. */
export async function changeCheckWord(client: Asking, keys: FieldKeys): Promise<void> {
  const text = 'update key_checks set sealed = $2, made_at = now() where name = $1'
  await client.query(text, [NAME, sealedWord(keys)])
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
export async function checkWord(client: Asking): Promise<string | undefined> {
  const table = await client.query("select to_regclass('public.key_checks') is not null as yes")
  if (!table.rows[0]?.yes) return undefined
  const found = await client.query<{ sealed: string }>(
    'select sealed from key_checks where name = $1',
    [NAME],
  )
  return found.rows[0]?.sealed
}

function sealedWord(keys: FieldKeys): string {
  return sealWhole(keys, WORD)
}

/** One of each kind and organisation, where there are any. */
async function* someValues(client: Asking): AsyncGenerator<string> {
  const { rows } = await client.query<{ id: string }>('select id from organisations order by id')
  for (const place of sealedPlaces) {
    for (const { id } of place.isScoped ? rows : [{ id: '' }]) {
      await client.query("select set_config('app.organisation_id', $1, false)", [String(id)])
      const value = await oneValue(client, place)
      if (value !== undefined) yield value
    }
  }
  await client.query("select set_config('app.organisation_id', '', false)")
}

async function oneValue(client: Asking, place: SealedPlace): Promise<string | undefined> {
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
