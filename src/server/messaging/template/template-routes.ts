import { messagetemplate } from '#domain/messaging/messagetemplate.ts'
import {
  messagetemplateCalls,
  platformtemplateCalls,
} from '#domain/messaging/messagetemplate-calls.ts'
import { platformtemplate } from '#domain/messaging/platformtemplate.ts'
import type { HoldChanges } from '#server/identity/guard-changes.ts'
import { scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { guardPlatformTemplates, guardTemplates } from './guard-templates.ts'
import { previewOn, trialOn } from './preview.ts'
import { standardInForce } from './template-in-force.ts'
import { templateOverview } from './template-overview.ts'
import type { TemplateSources } from './template-source.ts'
import {
  keepingVersions,
  ownVersions,
  platformVersions,
  versionsHandler,
} from './template-versions.ts'

/** Templates of an organisation, and the platform's standards behind them. */
export function templateRoutes(
  catalogue: Catalogue,
  sources: TemplateSources,
  hold: HoldChanges,
): Route[] {
  const kept = keepingVersions(verbHandlers(messagetemplate, catalogue), ownVersions)
  return [
    ...serve(messagetemplateCalls, {
      ...hold(messagetemplate, kept, guardTemplates(kept), ownVersions.keep),
      overview: { run: templateOverview },
      standard: {
        run: async (ctx, { key }) => ({
          data: await ctx.database.read(scopeOf(ctx), (conn) => standardInForce(conn, key)),
        }),
      },
      versions: versionsHandler(ownVersions),
      preview: { run: previewOn(sources, catalogue) },
      trial: { write: trialOn(sources, catalogue) },
    }),
    ...serve(platformtemplateCalls, {
      ...guardPlatformTemplates(
        keepingVersions(verbHandlers(platformtemplate, catalogue), platformVersions),
      ),
      versions: versionsHandler(platformVersions),
    }),
  ]
}
