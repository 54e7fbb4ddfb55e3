import { Alert, Button, Card, Group, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { parseAsString, useQueryStates } from 'nuqs'
import { atLeast } from '#domain/access/role.ts'
import { businessToday } from '#domain/kit/calendar.ts'
import { LOG_PAGE } from '#domain/upkeep/log-calls.ts'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { useSession } from '#web/kit/session/session.ts'

/** What a log is asked for. */
export interface LogFilters {
  day: string
  q: string
  only: string
  before?: number
}

interface Props<R> {
  title: string
  summary: string
  dayLabel: string
  /** What the rows may be narrowed to, by value. */
  choices: { value: string; label: string }[]
  ask: (filters: LogFilters) => Promise<R[]>
  columns: readonly (Column<R> | false)[]
}

/** A log with its filters in the address; nobody can change what it says. */
export function LogPage<R extends { id: number }>(props: Props<R>) {
  const { role } = useSession()
  const today = businessToday(Temporal.Now.instant())
  const [filters, setFilters] = useQueryStates({
    day: parseAsString.withDefault(today),
    q: parseAsString.withDefault(''),
    only: parseAsString.withDefault(''),
  })
  const [settled] = useDebouncedValue(filters, 250)
  const mayRead = atLeast(role, 'admin')
  if (!mayRead) return <Alert color="gray">Only an admin can read this log.</Alert>
  return (
    <Page title={props.title} summary={props.summary}>
      <Group align="flex-end" gap="sm" mb="sm">
        <DayInput
          label={props.dayLabel}
          value={filters.day}
          onChange={(day) => void setFilters({ day })}
        />
        <NativeSelect
          label="Show"
          data={props.choices}
          value={filters.only}
          onChange={(event) => void setFilters({ only: event.currentTarget.value || null })}
        />
        <TextInput
          type="search"
          label="Search"
          placeholder="Person, address or reference…"
          leftSection={<IconSearch size={15} aria-hidden />}
          value={filters.q}
          onChange={(event) => void setFilters({ q: event.currentTarget.value || null })}
        />
      </Group>
      <LogRows {...props} filters={settled} />
    </Page>
  )
}

function LogRows<R extends { id: number }>(props: Props<R> & { filters: LogFilters }) {
  const { title, ask, columns, filters } = props
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    {
      queryKey: ['log', title, filters],
      queryFn: ({ pageParam }) => ask({ ...filters, ...(pageParam ? { before: pageParam } : {}) }),
      initialPageParam: 0,
      getNextPageParam: (last: R[]) => (last.length < LOG_PAGE ? undefined : last.at(-1)?.id),
      staleTime: 0,
    },
  )
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} radius="lg" />
  const rows = data.pages.flat()
  if (rows.length === 0)
    return <NothingHere title="Nothing to show." description="Try another day or fewer filters." />
  return (
    <>
      <Card withBorder p={0}>
        <PlainTable label={title} columns={columns} rows={rows} keyOf={(row) => row.id} />
      </Card>
      {hasNextPage && (
        <Button
          mt="sm"
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </>
  )
}
