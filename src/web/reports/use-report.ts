import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ReportDefinition } from '#domain/reports/report.ts'
import { askReport } from './ask-report.ts'
import { askedOf, PAGE_ROWS, type ReportState } from './report-state.ts'

/**
 * What a report says. One that takes long is made by the server meanwhile: whoever leaves its page and
 * comes back finds it there.
 */
export function useReport({ name }: ReportDefinition, state: ReportState) {
  const asked = askedOf(name, state)
  const offset = (Math.max(1, state.page) - 1) * PAGE_ROWS
  const isAnew = useRef(false)
  const [waitsFor, setWaitsFor] = useState('')
  const queryKey = ['reports', asked, offset]
  const thisOne = JSON.stringify(queryKey)
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const anew = isAnew.current ? { anew: '1' as const } : {}
      isAnew.current = false
      setWaitsFor('')
      const page = { ...asked, ...anew, limit: PAGE_ROWS, offset }
      return askReport(page, { signal, onWait: () => setWaitsFor(thisOne) })
    },
    placeholderData: keepPreviousData,
  })
  const makeAnew = () => {
    isAnew.current = true
    void query.refetch()
  }
  return { ...query, isOnItsWay: query.isFetching && waitsFor === thisOne, makeAnew }
}
