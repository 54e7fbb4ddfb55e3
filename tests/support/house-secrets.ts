import type pg from 'pg'
import { Exact } from '#domain/kit/decimal.ts'
import { type Entity, fieldsOf } from '#domain/kit/entity.ts'

// What no customer may ever read, made unmistakable: words with a mark in them, figures nobody would
// come to by chance, and numbers of rows out of a range of their own.

export const MARK = 'Zzyx'
const FIRST_ID = 930_000_000

/** From here on every new row has a number that is recognised wherever it turns up. */
export async function rememberableIds(owner: pg.Client): Promise<void> {
  await owner.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass,
       ${FIRST_ID} + 10000 * row_number() over (order by sequencename))
     from pg_sequences where schemaname = 'public' and max_value > ${2 * FIRST_ID}`,
  )
}

let given = 0
const figure: Record<string, () => string> = {
  money: () => `${8100 + ++given}.37`,
  rate: () => `0.09${100 + ++given}7`,
  percent: () => `6.1${10 + (++given % 90)}7`,
}

/** Fills a row with secrets, but for what is written to be read and what the engine has computed. */
export async function keepSecrets(
  owner: pg.Client,
  entity: Entity,
  id: number,
  isRead: readonly string[],
): Promise<string[]> {
  const { rows } = await owner.query(`select * from ${entity.plural} where id = $1`, [id])
  const ours = fieldsOf(entity).filter(
    ([name, { options }]) =>
      !isRead.includes(name) &&
      !options.masked &&
      !options.isDerived &&
      // Its number is how everybody calls it.
      !options.unique &&
      (!options.readonly || rows[0][name] === null),
  )
  const secrets = new Map<string, string>()
  for (const [name, { kind }] of ours) {
    if (kind === 'text' || kind === 'longText')
      secrets.set(name, `${MARK} ${name} ${id}`.slice(0, 20))
    const amount = figure[kind]?.()
    if (amount) secrets.set(name, amount)
  }
  const columns = [...secrets.keys()].map((name, place) => `${name} = $${place + 2}`)
  // A place is somebody's word for it, or was found: it has a source, which is no secret.
  if (secrets.has('latitude')) columns.push(`location_source = 'manual'`)
  await owner.query(`update ${entity.plural} set ${columns.join(', ')} where id = $1`, [
    id,
    ...secrets.values(),
  ])
  return [...secrets.values()].filter((value) => !value.startsWith(MARK))
}

/** Every way a figure is printed: with thousands apart, fewer or more noughts, or in cents. */
function printedForms(value: string): RegExp {
  const [whole = '0', parts = ''] = new Exact(value).abs().toFixed().split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',?')
  const rest = parts ? `\\.${parts}0*` : '(\\.0+)?'
  const inCents = new Exact(value).abs().times(100).toFixed()
  return new RegExp(`(?<![\\d.])(${grouped}${rest}|${inCents})(?![\\d])`)
}

const REFERENCE = /REF-[0-9A-F]{10}/g

/** The secrets that stand in a text. A request's reference is random, and may hold any digits. */
export function secretsIn(served: string, figures: readonly string[]): string[] {
  const text = served.replace(REFERENCE, '')
  const words = text.match(new RegExp(`[^"\\n]{0,40}${MARK}[^"\\n]{0,40}`, 'g')) ?? []
  const ids = text.match(/(?<![\d.])93\d{7}(?![\d.])/g) ?? []
  return [...words, ...ids, ...figures.filter((value) => printedForms(value).test(text))]
}
