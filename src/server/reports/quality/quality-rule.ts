import { contract } from '#domain/contracts/contract.ts'
import { customer } from '#domain/customers/customer.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { meter } from '#domain/meters/meter.ts'
import type { QualitySeverity } from '#domain/reports/quality-report.ts'
import { supplier } from '#domain/suppliers/supplier.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import { literal } from '#server/kit/rows/column.ts'
import type { Among } from '#server/kit/rows/list-query.ts'

/** The lists that rules are about, and whose customer a row `t` of each is. */
export const qualityKinds = {
  customer: { entity: customer, screen: '/app/customers', customer: 't.id' },
  contract: { entity: contract, screen: '/app/contracts', customer: 't.customer_id' },
  meter: { entity: meter, screen: '/app/meters', customer: 't.customer_id' },
  supplier: { entity: supplier, screen: '/app/suppliers', customer: 'null::bigint' },
} as const satisfies Record<string, { entity: Entity; screen: string; customer: string }>
type QualityKind = keyof typeof qualityKinds

interface RuleWords {
  name: string
  sentence: string
  severity: QualitySeverity
  kind: QualityKind
  /** Since which day row `t` breaks it; where nobody can say, since it was last changed. */
  since?: (today: string) => string
}

/**
 * One thing that is wrong with records. The row of the report, the list it opens, its file and its test
 * follow from this alone; lists take the name with `?figure=`. Which rows `t` break it, a condition of
 * the database says; what only a program can tell has the ids of those it found.
 */
export type QualityRule = RuleWords &
  (
    | { broken: (today: string) => string }
    | { found: (conn: Conn, ctx: Context) => Promise<readonly number[]> }
  )

/** The rows that break a rule, as a list takes them. */
export async function rowsBreaking(ctx: Context, conn: Conn, rule: QualityRule): Promise<Among> {
  if ('found' in rule) {
    const ids = await rule.found(conn, ctx)
    const key = `quality ${rule.name} ${ids.join(',')}`
    return { key, sql: (parameters) => `t.id = any(${parameters.add(ids)}::bigint[])` }
  }
  const condition = rule.broken(todaySql(ctx))
  return { key: `quality ${rule.name} ${todayOf(ctx)}`, sql: () => `(${condition})` }
}

/** Our own clock's day; written out, because not every condition asks for it. */
export function todaySql(ctx: Context): string {
  return `${literal(todayOf(ctx))}::date`
}
