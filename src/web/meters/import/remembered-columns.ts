import { useQuery } from '@tanstack/react-query'
import { type ColumnMapping, columnMapping } from '#domain/meters/reading-file/column-mapping.ts'
import { saveUserConfig, userConfigsQuery } from '#web/kit/session/start-up.ts'

const NAME = 'reading_columns'
const KEPT = 20

interface Remembered {
  header: string
  mapping: ColumnMapping
}

/** Which column is which, as somebody said it before of a file with the same headings. */
export function useRememberedColumns(header: readonly string[]) {
  const { data } = useQuery(userConfigsQuery)
  const key = header
    .map((name) => name.trim().toLowerCase())
    .join('|')
    .slice(0, 1000)
  const value = data?.find((config) => config.name === NAME)?.value
  const all = Array.isArray(value) ? value.filter(isRemembered) : []
  return {
    mapping: all.find((one) => one.header === key)?.mapping ?? null,
    /** A comfort: an import does not fail because this could not be kept. */
    remember: async (mapping: ColumnMapping) => {
      const others = all.filter((one) => one.header !== key)
      const kept = [{ header: key, mapping }, ...others].slice(0, KEPT)
      await saveUserConfig(NAME, kept).catch(() => undefined)
    },
  }
}

function isRemembered(one: unknown): one is Remembered {
  if (typeof one !== 'object' || one === null || !('mapping' in one)) return false
  return 'header' in one && columnMapping.safeParse(one.mapping).success
}
