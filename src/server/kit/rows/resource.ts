import type { z } from 'zod'
import type { Role } from '#domain/access/role.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { listCall, type Verb, verbs } from '#domain/kit/verbs.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Cells } from './cell.ts'
import type { Catalogue } from './check-row.ts'
import { listHandler } from './list-handler.ts'
import type { Among } from './list-query.ts'
import { verbHandlers } from './verb-handlers.ts'

type Overrides<E extends Entity> = NonNullable<Parameters<typeof verbHandlers<E>>[2]>

interface Mounting {
  without?: readonly Verb[]
  isOwnHand?: boolean
}

/** The verbs of one entity, mounted from its definition; what needs more overrides one verb. */
export function resource<E extends Entity>(
  entity: E,
  catalogue: Catalogue,
  { without = [], isOwnHand = false, ...overrides }: Overrides<E> & Mounting = {},
): Route[] {
  return serve(
    verbs(entity, { without, isOwnHand }),
    verbHandlers(entity, catalogue, overrides as Overrides<E>),
  )
}

interface Question {
  summary: string
  parameters?: z.ZodRawShape
  from?: Role
  among(ctx: Context, raw: Cells): Promise<Among>
}

export function listRoute(
  entity: Entity,
  catalogue: Catalogue,
  path: string,
  question?: Question,
): Route {
  const { parameters = {}, among } = question ?? {}
  const asked = among && { parameters: Object.keys(parameters), among }
  return {
    ...listCall(entity, `/${path}`, question ?? {}),
    ...listHandler(entity, catalogue, asked),
  }
}
