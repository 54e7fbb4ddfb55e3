import pg from 'pg'
import { BYTE_ORDER_MARK } from '#domain/kit/csv-writer.ts'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import { Problem } from '#domain/kit/problem.ts'
import { choiceInWords } from '#domain/kit/wording.ts'
import { columnRules, quote, visibleColumns } from '#server/kit/rows/column.ts'
import { guardCells } from '#server/kit/rows/csv-guard.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import type { ListQuery } from '#server/kit/rows/list-query.ts'
import { orderSql, Parameters, whereSql } from '#server/kit/rows/list-sql.ts'
import type { EntityLookup } from '#server/kit/rows/store.ts'
import { type Context, scopeOf } from './context.ts'
import type { Answer } from './route.ts'

const EXPORT_TIMEOUT_MS = 60_000

const running = new Set<number>()

/**
 * Streams the current view as CSV straight from COPY, in constant memory. With a lookup the columns
 * have their titles and what they refer to is named, for people; without one it is for machines.
 */
export async function csvAnswer(
  ctx: Context,
  entity: Entity,
  query: ListQuery,
  titled: EntityLookup | null,
): Promise<Answer<null>> {
  const { user_id } = ctx.actor
  // One export at a time per person keeps a slow download from filling the server.
  if (running.has(user_id)) {
    throw new Problem('tooManyTries', { fill: { wait: 'a moment' }, retryAfterSeconds: 5 })
  }
  running.add(user_id)
  try {
    const columns = exported(ctx, entity, query).map((name) => columnOf(entity, name, titled))
    const sql = copySql(ctx, entity, query, columns)
    const put = guardCells(columns.map(({ isText }) => isText))
    const { copy, release } = await ctx.database.dedicated(scopeOf(ctx), EXPORT_TIMEOUT_MS)
    const name = csvName(entity, ctx.clock.now())
    await noteFile(ctx, name)
    const stream = copy(sql, { head: BYTE_ORDER_MARK, put, more: columns.length })
    stream.once('close', () => {
      running.delete(user_id)
      // A reader that went away takes its query with it: a connection at work is torn down.
      void release()
    })
    const file = { name, type: 'text/csv; charset=utf-8', stream }
    return { file }
  } catch (error) {
    running.delete(user_id)
    throw error
  }
}

/** That a whole list left, and who took it, stands in the history of the organisation. */
async function noteFile(ctx: Context, name: string): Promise<void> {
  const { organisation_id, user_id } = ctx.actor
  const owner =
    organisation_id === null
      ? { object_class: 'user', object_id: user_id }
      : { object_class: 'organisation', object_id: organisation_id }
  await ctx.database.write(scopeOf(ctx), (conn) =>
    recordHistory(conn, ctx, { ...owner, action: 'download', reason: name }),
  )
}

/** §7: what it holds, then the UTC time: customers-2026-11-15_07-09-06.csv. */
export function csvName(entity: Entity, now: Date): string {
  const stamp = now.toISOString().slice(0, 19).replace('T', '_').replaceAll(':', '-')
  return `${entity.fileName}-${stamp}.csv`
}

function exported(ctx: Context, entity: Entity, query: ListQuery): string[] {
  return (query.columns ?? visibleColumns(entity, ctx.actor.role)).filter(
    (column) => !entity.fields[column]?.options.masked,
  )
}

interface CsvColumn {
  heading: string
  sql: string
  /** Guarded against formulas; cells we know to be numbers or dates are left alone. */
  isText: boolean
}

function columnOf(entity: Entity, name: string, titled: EntityLookup | null): CsvColumn {
  if (!titled) return { heading: name, sql: cellSql(entity, name), isText: isText(entity, name) }
  const heading = labelOf(entity, name)
  const field = entity.fields[name]
  const { choiceWords } = field?.options ?? {}
  if (choiceWords) return { heading, sql: wordsSql(name, choiceWords), isText: true }
  const target = field?.kind === 'ref' ? titled(field.options.target ?? '') : undefined
  if (!target) return { heading, sql: cellSql(entity, name), isText: isText(entity, name) }
  // What is gone, or not for these eyes, is still told apart by its number.
  const sql = `coalesce((select o.${quote(target.title)}::text from ${quote(target.plural)} o
    where o.id = t.${quote(name)}), t.${quote(name)}::text)`
  return { heading, sql, isText: true }
}

function copySql(
  ctx: Context,
  entity: Entity,
  query: ListQuery,
  columns: readonly CsvColumn[],
): string {
  const parameters = new Parameters()
  const where = whereSql(entity, query, ctx.actor.organisation_id, parameters)
  const cells = columns.map(({ heading, sql }) => `${sql} as ${quote(heading)}`)
  const select = `select ${cells.join(', ')} from ${quote(entity.plural)} t
    where ${where} order by ${orderSql(query.sort)}`
  // COPY takes no parameters; every value goes in as a literal that the driver quotes.
  const filled = select.replace(/\$(\d+)/g, (_, place: string) =>
    literalOf(parameters.values[Number(place) - 1]),
  )
  return `copy (${filled}) to stdout (format csv, header, force_quote *, encoding 'UTF8')`
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value))
    return `array[${value.map((item) => pg.escapeLiteral(String(item))).join(', ')}]`
  return pg.escapeLiteral(String(value))
}

/** A choice as people read it; a file without titles has its name, for machines. */
function wordsSql(name: string, choiceWords: Readonly<Record<string, string>>): string {
  const cases = Object.keys(choiceWords).map((choice) => {
    const words = choiceInWords({ choiceWords }, choice)
    return `when ${pg.escapeLiteral(choice)} then ${pg.escapeLiteral(words)}`
  })
  return `case t.${quote(name)} ${cases.join(' ')} else t.${quote(name)} end`
}

function cellSql(entity: Entity, column: string): string {
  const source = `t.${quote(column)}`
  const field = entity.fields[column]
  if (!field) return source
  if (field.kind === 'emails' || field.kind === 'connections')
    return `array_to_string(${source}, '; ')`
  // Money is printed as it is kept, with its cents.
  return field.kind === 'money' ? source : columnRules[field.kind].json(source)
}

function isText(entity: Entity, column: string): boolean {
  const field = entity.fields[column]
  if (!field) return false
  return columnRules[field.kind].isText || field.kind === 'emails' || field.kind === 'connections'
}
