import {
  organisationSettings,
  type SettingName,
  type SettingValue,
} from '#domain/identity/organisation-settings.ts'
import type { RulesSettingName } from '#domain/identity/setting-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

const SETTING = sql<
  { value: unknown },
  [name: SettingName | RulesSettingName]
>`select value from organisationconfigs where lower(name) = $1 and deleted_at is null`.named(
  'setting',
)

const SETTINGS = sql<{ name: string; value: unknown }, [names: readonly SettingName[]]>`
  select lower(name) as name, value from organisationconfigs
  where lower(name) = any($1) and deleted_at is null`.named('settings')

/** Several of them at once. */
export async function settingsOf<N extends SettingName>(
  conn: Conn,
  names: readonly N[],
): Promise<{ [K in N]: SettingValue<K> }> {
  const rows = await SETTINGS.all(conn, names)
  const named = (name: N) => {
    const { schema, initial } = organisationSettings[name]
    const stored = schema.safeParse(rows.find((row) => row.name === name)?.value)
    return [name, stored.success ? stored.data : initial]
  }
  // Each schema answers the type of its own first value.
  return Object.fromEntries(names.map(named)) as { [K in N]: SettingValue<K> }
}

/** A setting of the organisation in scope; what it stored wrongly counts as not stored. */
export async function settingOf<N extends SettingName>(
  conn: Conn,
  name: N,
): Promise<SettingValue<N>> {
  const row = await SETTING.one(conn, name)
  const { schema, initial } = organisationSettings[name]
  const stored = schema.safeParse(row?.value)
  // Each schema answers the type of its own first value.
  return (stored.success ? stored.data : initial) as SettingValue<N>
}

/** What the organisation changed of a book of rules. */
export async function rulesSetting(conn: Conn, name: RulesSettingName): Promise<unknown> {
  return (await SETTING.one(conn, name))?.value
}
