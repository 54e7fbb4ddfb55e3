import type { Entity } from '#domain/kit/entity.ts'
import { verbs } from '#domain/kit/verbs.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Catalogue } from './check-row.ts'
import { verbHandlers } from './verb-handlers.ts'

/** The calls of an entity that has those every entity has, and no others. */
export function plainRoutes<E extends Entity>(entity: E, catalogue: Catalogue): Route[] {
  return serve(verbs(entity), verbHandlers(entity, catalogue))
}
