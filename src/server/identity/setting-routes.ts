import { organisationFlags, settingCalls } from '#domain/identity/setting-calls.ts'
import { type SettingEvent, settingChanges } from '#domain/identity/setting-changes.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { ForeignSettings } from './check-settings.ts'

// Deleted rows count as well: a setting that went back to its standard has lost its row.
const EVENTS = sql<SettingEvent, [name: string, organisation_id: number | null]>`
  select id, object_id, action, changes -> 'value' as value, created_at as at,
    case when impersonator_name is null then actor_name
      else impersonator_name || ' as ' || actor_name end as by
  from history where organisation_id = $2 and object_class = 'organisationconfig'
    and object_id in (select id from organisationconfigs
      where lower(name) = $1 and organisation_id = $2)
  order by id desc limit 200`

// The organisation itself belongs to the platform, and so does its history. Off is the standard.
const FLAG_EVENTS = sql<SettingEvent, [name: string, organisation_id: number | null]>`
  select id, object_id, action, created_at as at,
    jsonb_build_array(null, nullif(changes -> $1::text -> 1, 'false'::jsonb)) as value,
    case when impersonator_name is null then actor_name
      else impersonator_name || ' as ' || actor_name end as by
  from history where organisation_id is null and object_class = 'organisation'
    and object_id = $2 and changes ? $1::text
  order by id desc limit 200`

async function listChanges(ctx: Context, { name }: CheckedOf<typeof settingCalls.changes>) {
  const isFlag = organisationFlags.some((flag) => flag === name)
  const events = await ctx.database.read(scopeOf(ctx), (conn) =>
    (isFlag ? FLAG_EVENTS : EVENTS).all(conn, name, ctx.actor.organisation_id),
  )
  const changes = settingChanges(events)
  return { data: changes }
}

export function settingRoutes(foreign: ForeignSettings): Route[] {
  return serve(settingCalls, {
    changes: { run: listChanges },
    choices: {
      run: async (ctx, { name }) => ({
        data: await ctx.database.read(
          scopeOf(ctx),
          async (conn) => (await foreign[name]?.choices?.(conn)) ?? {},
        ),
      }),
    },
  })
}
