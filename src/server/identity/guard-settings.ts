import { guardingSettings } from '#domain/identity/organisation-settings.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { guardChanges, type SentChange } from './guard-changes.ts'
import { settingMail } from './mail-texts.ts'
import { tellAdmins } from './tell-admins.ts'

type Guarded = Parameters<typeof guardChanges>[0]

/** Settings that guard money are not turned off by a session that somebody left open. */
export function guardSettings<H extends Guarded>(handlers: H): H {
  return guardChanges(handlers, {
    namesOf: guardedNames,
    tell: (ctx, conn, names) =>
      tellAdmins(ctx, conn, 'setting', settingMail(ctx.config, { by: ctx.actor.name, names })),
  })
}

const NAMES = sql<{ name: string }, [ids: number[]]>`
  select name from organisationconfigs where id = any($1)`

/** The guarding settings that a call is about, by what it names and by what its rows are called. */
async function guardedNames(conn: Conn, { id, ids = [], name }: SentChange): Promise<string[]> {
  const rows = await NAMES.all(conn, id === undefined ? ids : [id, ...ids])
  const named = [name, ...rows.map((row) => row.name)].map((one) => one?.toLowerCase())
  return guardingSettings.filter((one) => named.includes(one))
}
