import { useQuery } from '@tanstack/react-query'
import {
  type ColumnMapping,
  type FileColumns,
  headingKey,
} from '#domain/kit/import/file-columns.ts'
import { importColumnsCalls } from '#domain/kit/import/import-calls.ts'
import { send } from '#web/kit/session/send.ts'

/** Which column is which, as somebody here said it before of a file with the same headings. */
export function useRememberedColumns(
  kind: string,
  columns: FileColumns,
  header: readonly string[],
): ColumnMapping | null {
  const heading = headingKey(header)
  const { data } = useQuery({
    queryKey: ['importcolumns', kind, heading],
    queryFn: async ({ signal }) =>
      (await send(importColumnsCalls.get, { kind, heading }, { signal })).data.mapping,
    enabled: heading !== '',
    staleTime: 0,
  })
  // What was remembered of a kind that has other columns by now is of no use.
  return data && columns.schema.safeParse(data).success ? data : null
}
