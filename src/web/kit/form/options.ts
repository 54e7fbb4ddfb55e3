import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { humanise } from '#domain/kit/wording.ts'
import { optionsQuery } from '#web/kit/session/start-up.ts'

export interface Options {
  /** The list's entries that may be chosen. */
  of: (list: string) => { value: string; label: string }[]
  labelOf: (list: string, value: string) => string
}

/** The lists the organisation keeps: customer types, statuses and the like. */
export function useOptions(): Options {
  const { data } = useQuery(optionsQuery)
  return useMemo(() => {
    const lists = Map.groupBy(data ?? [], (row) => row.list_name)
    return {
      of: (list) =>
        (lists.get(list) ?? [])
          .filter((row) => !row.is_hidden)
          .map(({ value, label }) => ({ value, label })),
      labelOf: (list, value) =>
        lists.get(list)?.find((row) => row.value === value)?.label ?? humanise(value),
    }
  }, [data])
}
