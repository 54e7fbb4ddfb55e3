import type { Entity } from '#domain/kit/entity.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Among } from '#server/kit/rows/list-query.ts'
import { customerRules } from './customer-rules.ts'
import { type QualityRule, qualityKinds, rowsBreaking } from './quality-rule.ts'
import { supplyRules } from './supply-rules.ts'

/** Every rule that records are held against. */
export const qualityRules: readonly QualityRule[] = [...customerRules, ...supplyRules]

/** The rows of a list that break the rule of a name; null where the list has no such rule. */
export async function qualityRows(
  ctx: Context,
  entity: Entity,
  name: string,
): Promise<Among | null> {
  const rule = qualityRules.find((one) => one.name === name)
  if (!rule || qualityKinds[rule.kind].entity.name !== entity.name) return null
  return ctx.database.read(scopeOf(ctx), (conn) => rowsBreaking(ctx, conn, rule))
}
