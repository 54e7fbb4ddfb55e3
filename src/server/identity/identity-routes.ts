import type { Catalogue } from '#server/kit/check-row.ts'
import type { Route } from '#server/kit/route.ts'
import { sessionRoutes } from './session-routes.ts'
import { startupRoutes } from './startup-routes.ts'

export function identityRoutes(_catalogue: Catalogue): Route[] {
  return [...sessionRoutes, ...startupRoutes]
}
