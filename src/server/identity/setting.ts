import {
  organisationSettings,
  type SettingName,
  type SettingValue,
} from '#domain/identity/organisation-settings.ts'
import type { Conn } from '#server/kit/database/database.ts'

/** A setting of the organisation in scope; what it stored wrongly counts as not stored. */
export async function settingOf<N extends SettingName>(
  conn: Conn,
  name: N,
): Promise<SettingValue<N>> {
  const [row] = await conn.query<{ value: unknown }>(
    'select value from organisationconfigs where lower(name) = $1 and deleted_at is null',
    [name],
    'setting',
  )
  const { schema, initial } = organisationSettings[name]
  const stored = schema.safeParse(row?.value)
  // Each schema answers the type of its own first value.
  return (stored.success ? stored.data : initial) as SettingValue<N>
}
