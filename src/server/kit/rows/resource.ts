import type { Entity } from '#domain/kit/entity.ts'
import { type Verb, verbs } from '#domain/kit/verbs.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Catalogue } from './check-row.ts'
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
