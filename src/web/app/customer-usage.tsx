import { SegmentedControl, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseAsInteger, useQueryState } from 'nuqs'
import { useCalls } from '#domain/meters/use-calls.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { send } from '#web/kit/session/send.ts'
import { OneUse } from '#web/meters/use-panel.tsx'

const spans = [12, 24, 36]

/** What all of the customer's meters used, service by service, with the year before beside it. */
export function CustomerUsage({ id }: { id: number }) {
  const [asked, setAsked] = useQueryState('months', parseAsInteger.withDefault(12))
  const months = spans.includes(asked) ? asked : 12
  const { data, isPending, error, refetch } = useQuery({
    // Readings change it, so it is forgotten with them.
    queryKey: ['meterreadings', 'use of customer', id, months],
    queryFn: async ({ signal }) =>
      (await send(useCalls.ofCustomer, { id, months }, { signal })).data ?? [],
    placeholderData: keepPreviousData,
  })
  if (isPending) return <Skeleton height={320} radius="lg" />
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (data.length === 0) {
    return (
      <NothingHere
        title="Nothing here yet."
        description="Use is shown once a meter has two readings to count between."
      />
    )
  }
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="How far back"
        style={{ alignSelf: 'flex-start' }}
        data={spans.map((span) => ({ value: String(span), label: `${span} months` }))}
        value={String(months)}
        onChange={(next) => void setAsked(Number(next))}
      />
      {data.map((use) => (
        <OneUse key={`${use.icp_type} ${use.flow}`} use={use} />
      ))}
    </>
  )
}
