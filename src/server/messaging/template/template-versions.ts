import type { Entity } from '#domain/kit/entity.ts'
import { messagetemplate } from '#domain/messaging/messagetemplate.ts'
import type { TemplateVersion } from '#domain/messaging/messagetemplate-calls.ts'
import { platformtemplate } from '#domain/messaging/platformtemplate.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'

// Whatever has no version of its own yet gets one: no writer can forget to say which row it was.
const KEEP_OWN = sql<never, [actor_name: string]>`
  insert into messagetemplate_versions (organisation_id, template_id, version, name, subject,
    text_base, text_loop, html, is_removed, actor_name)
  select t.organisation_id, t.id, t.version, t.name, t.subject, t.text_base, t.text_loop, t.html,
    t.deleted_at is not null, $1
  from messagetemplates t where t.organisation_id = scope_organisation() and not exists (
    select from messagetemplate_versions v where v.template_id = t.id and v.version = t.version)`

const KEEP_PLATFORM = sql<never, [actor_name: string]>`
  insert into platformtemplate_versions (template_id, version, name, subject, text_base, text_loop,
    html, is_removed, actor_name)
  select t.id, t.version, t.key, t.subject, t.text_base, t.text_loop, t.html,
    t.deleted_at is not null, $1
  from platformtemplates t where not exists (
    select from platformtemplate_versions v where v.template_id = t.id and v.version = t.version)`

// Of a mail that went back to its standard and got words again, all that it ever said.
const OWN_VERSIONS = sql<TemplateVersion, [id: number]>`
  select v.id, v.template_id, v.version, v.name, v.subject, v.text_base, v.text_loop, v.html,
    v.is_removed, v.actor_name, v.created_at
  from messagetemplate_versions v join messagetemplates t on t.id = v.template_id
  join messagetemplates o on o.id = $1 and (t.id = o.id or t.key = o.key)
  order by v.id desc limit 200`

const PLATFORM_VERSIONS = sql<TemplateVersion, [id: number]>`
  select v.id, v.template_id, v.version, v.name, v.subject, v.text_base, v.text_loop, v.html,
    v.is_removed, v.actor_name, v.created_at
  from platformtemplate_versions v join platformtemplates t on t.id = v.template_id
  join platformtemplates o on o.id = $1 and t.key = o.key
  order by v.id desc limit 200`

export interface VersionKeeping {
  entity: Entity
  keep(conn: Conn, actor_name: string): Promise<void>
  list(conn: Conn, id: number): Promise<TemplateVersion[]>
}

export const ownVersions: VersionKeeping = {
  entity: messagetemplate,
  keep: (conn, actor_name) => KEEP_OWN.run(conn, actor_name),
  list: (conn, id) => OWN_VERSIONS.all(conn, id),
}

export const platformVersions: VersionKeeping = {
  entity: platformtemplate,
  keep: (conn, actor_name) => KEEP_PLATFORM.run(conn, actor_name),
  list: (conn, id) => PLATFORM_VERSIONS.all(conn, id),
}

type Write = (ctx: Context, conn: Conn, ...rest: never[]) => Promise<unknown>
type WriteHandler = { write: Write }

const changing = ['create', 'update', 'remove', 'restore', 'removeMany'] as const

/** The verbs of a template, each of which leaves what it said behind. */
export function keepingVersions<H extends Record<(typeof changing)[number], unknown>>(
  handlers: H,
  { keep }: VersionKeeping,
): H {
  const kept = changing.map((verb) => {
    // Whatever changes a row is a writing handler.
    const { write, ...rest } = handlers[verb] as WriteHandler
    const writing: Write = async (ctx, conn, ...given) => {
      const answer = await write(ctx, conn, ...given)
      await keep(conn, ctx.actor.name)
      return answer
    }
    return [verb, { ...rest, write: writing }]
  })
  return { ...handlers, ...Object.fromEntries(kept) }
}

export const versionsHandler = ({ entity, list }: VersionKeeping) => ({
  run: async (ctx: Context, { id }: { id: number }) => {
    const data = await ctx.database.read(scopeOf(ctx), (conn) => list(conn, id))
    // Whatever was ever saved has a version.
    if (data.length === 0) throw notFound(entity)
    return { data }
  },
})
