import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memberCalls, type PlatformVisit } from '#domain/identity/member-calls.ts'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'

const columns: Column<PlatformVisit>[] = [
  { heading: 'Who', isRowHeading: true, cell: (row) => row.by_name },
  { heading: 'In the name of', cell: (row) => row.as_name ?? '' },
  { heading: 'Reason', cell: (row) => row.reason ?? '' },
  { heading: 'When', cell: (row) => formatStamp(row.created_at) },
]

/** When people of the platform came in; shown once one of them has. */
export function PlatformVisits() {
  const { data = [] } = useQuery({
    queryKey: ['platform-visits'],
    queryFn: async () => (await send(memberCalls.visits, {})).data ?? [],
    staleTime: 0,
  })
  if (data.length === 0) return null
  return (
    <Stack gap="sm">
      <Title order={3}>Visits by platform admins</Title>
      <PlainTable
        label="Visits by platform admins"
        columns={columns}
        rows={data}
        keyOf={(row) => row.id}
      />
    </Stack>
  )
}
