import { organisationSettings, type SettingName } from '#domain/identity/organisation-settings.ts'
import type { Conn } from '#server/kit/database.ts'

/** A setting of the organisation in scope; what it stored wrongly counts as not stored. */
export async function settingOf(conn: Conn, name: SettingName): Promise<number> {
  const [row] = await conn.query<{ value: unknown }>(
    'select value from organisationconfigs where lower(name) = $1 and deleted_at is null',
    [name],
  )
  const { schema, initial } = organisationSettings[name]
  const stored = schema.safeParse(row?.value)
  return stored.success ? stored.data : initial
}
