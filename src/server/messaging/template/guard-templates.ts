import { guardChanges, type SentChange } from '#server/identity/guard-changes.ts'
import { templateMail } from '#server/identity/mail-texts.ts'
import { tellAdmins } from '#server/identity/tell-admins.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

type Guarded = Parameters<typeof guardChanges>[0]

const NAMES = sql<{ name: string }, [ids: number[]]>`
  select name from messagetemplates where id = any($1) order by id`

/** By what its rows are called, and by what it calls one. */
async function namesOf(conn: Conn, { id, ids = [], name }: SentChange): Promise<string[]> {
  const rows = await NAMES.all(conn, id === undefined ? ids : [id, ...ids])
  const names = [...new Set([...rows.map((row) => row.name), name ?? []].flat())]
  return names.length > 0 ? names : ['a template']
}

/** Who changes what mails say may tell customers another account to pay to. */
export function guardTemplates<H extends Guarded>(handlers: H): H {
  return guardChanges(handlers, {
    namesOf,
    tell: (ctx, conn, names) =>
      tellAdmins(ctx, conn, 'template', templateMail(ctx.config, { by: ctx.actor.name, names })),
  })
}

/** Those of the platform belong to no organisation whose admins could be told. */
export function guardPlatformTemplates<H extends Guarded>(handlers: H): H {
  return guardChanges(handlers, { namesOf: async () => ['a template'] })
}
