import { useQuery } from '@tanstack/react-query'
import type { SettingName } from '#domain/identity/organisation-settings.ts'
import { organisationConfigsQuery } from '#web/kit/session/start-up.ts'

/** A setting as far as what holds of it is concerned; the table of all of them is large. */
interface Readable<V> {
  initial: V
  schema: { safeParse: (value: unknown) => { success: true; data: V } | { success: false } }
}

/** What holds of a setting: what the organisation chose, or the standard. */
export function useSetting<V>(name: SettingName, { initial, schema }: Readable<V>): V {
  const { data } = useQuery(organisationConfigsQuery)
  const stored = data?.find((config) => config.name.toLowerCase() === name)
  const read = schema.safeParse(stored?.value)
  return read.success ? read.data : initial
}
