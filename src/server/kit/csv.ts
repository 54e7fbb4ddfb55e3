import { type Readable, Transform } from 'node:stream'
import { to as copyTo } from 'pg-copy-streams'
import type { Entity } from '#domain/kit/entity.ts'
import type { Kind } from '#domain/kit/field.ts'
import { Problem } from '#domain/kit/problem.ts'
import { type Context, scopeOf } from '../context.ts'
import { columnRules, quote, visibleColumns } from './column.ts'
import type { ListQuery } from './list-query.ts'
import { orderSql, Parameters, whereSql } from './list-sql.ts'
import type { Answer } from './route.ts'

const EXPORT_TIMEOUT_MS = 60_000
// A byte order mark makes spreadsheets read UTF-8, so that macrons stay whole.
const BOM = '\ufeff'

const running = new Set<number>()

/** Streams the current view as CSV straight from COPY, in constant memory. */
export async function csvAnswer(ctx: Context, entity: Entity, query: ListQuery): Promise<Answer> {
  const { user_id } = ctx.actor
  // One export at a time per person keeps a slow download from filling the server.
  if (running.has(user_id)) {
    throw new Problem('tooManyTries', { fill: { wait: 'a moment' }, retryAfterSeconds: 5 })
  }
  running.add(user_id)
  try {
    const { client, release } = await ctx.database.dedicated(scopeOf(ctx), EXPORT_TIMEOUT_MS)
    const source = client.query(
      copyTo(copySql(ctx, entity, query, (text) => client.escapeLiteral(text))),
    )
    const stream = withBom(source)
    stream.once('close', () => {
      running.delete(user_id)
      // A reader that went away takes its query with it.
      source.destroy()
      void release()
    })
    const file = { name: csvName(entity, ctx.clock.now()), type: 'text/csv; charset=utf-8', stream }
    return { file }
  } catch (error) {
    running.delete(user_id)
    throw error
  }
}

const CHUNK_BYTES = 65_536

// COPY hands over row by row; a packet per row would cost more than the rows themselves.
function withBom(source: Readable): Readable {
  let waiting: Buffer[] = [Buffer.from(BOM)]
  let bytes = 0
  const take = () => {
    const chunk = Buffer.concat(waiting)
    waiting = []
    bytes = 0
    return chunk
  }
  const out = new Transform({
    transform(row: Buffer, _encoding, done) {
      waiting.push(row)
      bytes += row.length
      done(null, bytes >= CHUNK_BYTES ? take() : undefined)
    },
    flush(done) {
      done(null, take())
    },
  })
  source.on('error', (error) => out.destroy(error))
  source.pipe(out)
  return out
}

/** §7: the plural, then the UTC time: customers-2026-11-15_07-09-06.csv. */
export function csvName(entity: Entity, now: Date): string {
  const stamp = now.toISOString().slice(0, 19).replace('T', '_').replaceAll(':', '-')
  return `${entity.plural}-${stamp}.csv`
}

function copySql(
  ctx: Context,
  entity: Entity,
  query: ListQuery,
  literal: (text: string) => string,
): string {
  const parameters = new Parameters()
  const where = whereSql(entity, query, ctx.actor.organisation_id, parameters)
  const columns = (query.columns ?? visibleColumns(entity, ctx.actor.role)).filter(
    (column) => !entity.fields[column]?.options.masked,
  )
  const cells = columns.map((column) => `${cellSql(entity, column)} as ${quote(column)}`)
  const select = `select ${cells.join(', ')} from ${quote(entity.plural)} t
    where ${where} order by ${orderSql(query.sort)}`
  // COPY takes no parameters; every value goes in as a literal that the driver quotes.
  const filled = select.replace(/\$(\d+)/g, (_, place: string) =>
    literalOf(parameters.values[Number(place) - 1], literal),
  )
  return `copy (${filled}) to stdout (format csv, header, force_quote *, encoding 'UTF8')`
}

function literalOf(value: unknown, literal: (text: string) => string): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return `array[${value.map((item) => literal(String(item))).join(', ')}]`
  return literal(String(value))
}

// = + - @ tab, return and their full-width forms start a formula in spreadsheets; a quote before
// them makes text of it. Cells we know to be numbers or dates are left alone.
const TRIGGERS = '61, 43, 45, 64, 9, 13, 65309, 65291, 65293, 65312'

function cellSql(entity: Entity, column: string): string {
  const source = `t.${quote(column)}`
  const field = entity.fields[column]
  if (!field) return source
  const rule = columnRules[field.kind]
  if (field.kind === 'emails' || field.kind === 'connections')
    return guarded(`array_to_string(${source}, '; ')`)
  // Phones are kept with their plus sign, so that every one of them needs the quote.
  if (field.kind === 'phone') return `'''' || ${source}`
  // Digits and fixed words cannot start a formula; asking costs as much as copying them.
  if (!rule.isText || neverFormula.has(field.kind)) return rule.json(source)
  return guarded(source)
}

const neverFormula = new Set<Kind>(['choice', 'nzbn', 'gstNumber', 'postcode', 'icp', 'bic'])

// Nearly every cell begins with a letter, which one comparison of bytes tells.
function guarded(expression: string): string {
  return `case when ${expression} >= 'A' collate "C" and ${expression} < U&'\\FF00' collate "C" then ${expression}
    when ascii(${expression}) in (${TRIGGERS}) then '''' || ${expression} else ${expression} end`
}
