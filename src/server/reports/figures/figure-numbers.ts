import { type Filter, filterParams } from '#domain/kit/list-filter.ts'
import type { Figure, FigureNumbers, FigurePart } from '#domain/reports/figures/figure.ts'
import type { FigureFacts } from '#domain/reports/figures/figure-facts.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { quote } from '#server/kit/rows/column.ts'
import { type Among, type ListQuery, parseListQuery } from '#server/kit/rows/list-query.ts'
import { Parameters, whereSql } from '#server/kit/rows/list-sql.ts'
import { rowsNamed } from './figure-rows.ts'

/** Of which rows a number is asked: the very condition of the list that shows them. */
interface FigureQuery {
  figure: Figure
  query: ListQuery
  sum: string | undefined
}

/** What a figure comes to; the statements leave together, and see one snapshot. */
export async function numbersOf(
  ctx: Context,
  conn: Conn,
  figure: Figure,
  facts: FigureFacts,
): Promise<FigureNumbers> {
  const among = figure.where ? undefined : await rowsNamed(ctx, figure.name)
  const whole = queryOf(ctx, figure, figure.where?.(facts) ?? [], among)
  const parts = Object.entries(figure.parts ?? {})
  const [numbers, ...others] = await Promise.all([
    askNumbers(ctx, conn, { figure, query: whole, sum: figure.sum }),
    ...parts.map(([, part]) => askNumbers(ctx, conn, partOf(ctx, figure, part, facts))),
  ])
  const told = parts.map(([name], place) => [name, others[place] ?? nothing])
  return { ...numbers, parts: Object.fromEntries(told) }
}

const nothing = { count: 0, amount: null }

function partOf(ctx: Context, figure: Figure, part: FigurePart, facts: FigureFacts): FigureQuery {
  return { figure, query: queryOf(ctx, figure, part.where(facts)), sum: part.sum }
}

function queryOf(
  ctx: Context,
  figure: Figure,
  where: Filter[],
  among?: Among | undefined,
): ListQuery {
  return { ...parseListQuery(figure.entity, ctx.actor.role, filterParams(where)), among }
}

async function askNumbers(ctx: Context, conn: Conn, { figure, query, sum }: FigureQuery) {
  const { entity } = figure
  const parameters = new Parameters()
  const where = whereSql(entity, query, ctx.actor.organisation_id, parameters)
  const text = `select count(*)::int as count, ${amountSql(figure, sum)} as amount
    from ${quote(entity.plural)} t where ${where}`
  // Planned anew each time: what is open is found by indexes of exactly those rows.
  const [row] = await conn.query<typeof nothing>(text, parameters.values)
  return row ?? nothing
}

function amountSql({ isCredit }: Figure, sum: string | undefined): string {
  if (!sum) return 'null::text'
  return `(${isCredit ? '-' : ''}coalesce(sum(t.${quote(sum)}), 0))::numeric(14,2)::text`
}
