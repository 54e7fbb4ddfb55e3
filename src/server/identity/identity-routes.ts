import { organisationconfigCalls } from '#domain/identity/organisationconfig-calls.ts'
import { organisationconfig } from '#domain/identity/settings.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { type RowGuard, verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { actorCacheOf } from './actor-cache.ts'
import { apiKeyRoutes } from './api-key-routes.ts'
import { checkSettings, type ForeignSettings } from './check-settings.ts'
import { demonstrationRoutes } from './demonstration-routes.ts'
import { factorResetRoutes } from './factor-reset-routes.ts'
import type { HoldChanges } from './guard-changes.ts'
import { guardSettings } from './guard-settings.ts'
import { impersonationRoutes } from './impersonation-routes.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { membershipRoutes } from './membership-routes.ts'
import { organisationRoutes } from './organisation-routes.ts'
import { ownSessionRoutes } from './own-session-routes.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { passwordRoutes } from './password-routes.ts'
import { registrationRoutes } from './registration.ts'
import { sessionRoutes } from './session-routes.ts'
import { settingRoutes } from './setting-routes.ts'
import { sharedViewRoutes } from './shared-view-routes.ts'
import { startupRoutes } from './startup-routes.ts'
import { totpRoutes } from './totp-routes.ts'
import { userConfigRoutes } from './user-config-routes.ts'
import { userPermissionRoutes } from './user-permission-routes.ts'
import { userRoutes } from './user-routes.ts'

/** What these change counts from the very next call, before PostgreSQL has told of it. */
function forgetting(entry: Route): Route {
  if (!('write' in entry)) return entry
  return {
    ...entry,
    write: (ctx, conn, input, reserved) => {
      ctx.afterCommit.push(() => actorCacheOf(ctx.database).forget())
      return entry.write(ctx, conn, input, reserved)
    },
  }
}

/**
 * Everything about who somebody is, where they belong and what they may do. What watches over an
 * organisation's bank account and over its words, and settings of other shapes, stand above this room
 * and are passed in.
 */
export function identityRoutes(
  catalogue: Catalogue,
  guard: RowGuard,
  foreign: ForeignSettings,
  hold: HoldChanges,
): Route[] {
  const settings = checkSettings(verbHandlers(organisationconfig, catalogue), foreign)
  return [
    ...sessionRoutes,
    ...ownSessionRoutes,
    ...impersonationRoutes,
    ...registrationRoutes,
    ...passwordRoutes,
    ...totpRoutes,
    ...factorResetRoutes,
    ...passkeyRoutes,
    ...apiKeyRoutes,
    ...invitationRoutes,
    ...[
      ...userRoutes(catalogue),
      ...organisationRoutes(catalogue, guard),
      ...membershipRoutes(catalogue),
      ...demonstrationRoutes,
    ].map(forgetting),
    ...userPermissionRoutes,
    ...userConfigRoutes,
    ...sharedViewRoutes,
    ...settingRoutes(foreign),
    ...serve(organisationconfigCalls, hold(organisationconfig, settings, guardSettings(settings))),
    ...startupRoutes(catalogue),
  ]
}
