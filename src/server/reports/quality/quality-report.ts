import { BUSINESS_TIME_ZONE } from '#domain/kit/calendar.ts'
import { dayNumber } from '#domain/kit/day-number.ts'
import { plural } from '#domain/kit/wording.ts'
import { qualityScore, qualitySeverities } from '#domain/reports/quality-report.ts'
import type { ReportFact } from '#domain/reports/report.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { quote } from '#server/kit/rows/column.ts'
import { parseListQuery } from '#server/kit/rows/list-query.ts'
import { Parameters, whereSql } from '#server/kit/rows/list-sql.ts'
import type { ReportSource } from '../report-source.ts'
import { type QualityRule, qualityKinds, rowsBreaking, todaySql } from './quality-rule.ts'
import { qualityRules } from './quality-rules.ts'

interface BrokenRule {
  records: number
  since: string | null
  customers: number[]
}

const ACTIVE = sql<{ id: number }>`select id from customers
  where customer_status = 'active' and deleted_at is null`

/** What is wrong with our records, rule by rule, and how many customers nothing is wrong with. */
export const quality: ReportSource = async (conn, _, ctx) => {
  const found = await Promise.all(
    qualityRules.map(async (rule) => ({ rule, broken: await brokenBy(ctx, conn, rule) })),
  )
  const active = await ACTIVE.all(conn)
  const named = new Set(found.flatMap(({ broken }) => broken.customers))
  const good = active.filter(({ id }) => !named.has(id)).length
  const score = qualityScore(active.length, active.length - good)
  return {
    facts: found.map(({ rule, broken }) => ruleFact(rule, broken)),
    headline: {
      label: 'Score',
      value: score === null ? '–' : `${score} %`,
      about: `${good} of ${plural(active.length, 'active customer')} are named by no rule, neither themselves nor by their contracts and meters.`,
    },
  }
}

/** The condition is that of the list that the row opens, so that the two cannot differ. */
async function brokenBy(ctx: Context, conn: Conn, rule: QualityRule): Promise<BrokenRule> {
  const { entity, customer } = qualityKinds[rule.kind]
  const among = await rowsBreaking(ctx, conn, rule)
  const parameters = new Parameters()
  const query = { ...parseListQuery(entity, ctx.actor.role, {}), among }
  const where = whereSql(entity, query, ctx.actor.organisation_id, parameters)
  const since = rule.since?.(todaySql(ctx)) ?? CHANGED
  const [row] = await conn.query<BrokenRule>(
    `select count(*)::int as records, min(${since})::text as since,
      coalesce(json_agg(distinct ${customer}) filter (where ${customer} is not null), '[]')
        as customers
    from ${quote(entity.plural)} t where ${where}`,
    parameters.values,
  )
  return row ?? { records: 0, since: null, customers: [] }
}

const CHANGED = `(t.modified_at at time zone '${BUSINESS_TIME_ZONE}')::date`

function ruleFact(rule: QualityRule, { records, since }: BrokenRule): ReportFact {
  const { entity, screen } = qualityKinds[rule.kind]
  const severity = qualitySeverities[rule.severity]
  return {
    keys: {
      rule: {
        key: rule.name,
        name: rule.sentence,
        detail: `${entity.labelPlural} · ${severity.toLowerCase()}`,
        to: `${screen}?figure=${rule.name}`,
      },
      severity: { key: rule.severity, name: severity },
      kind: { key: rule.kind, name: entity.labelPlural },
    },
    sums: { records, [rule.severity]: records, since: since === null ? 0 : dayNumber(since) },
  }
}
