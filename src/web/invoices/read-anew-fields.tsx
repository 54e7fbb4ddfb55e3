import { Alert, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { HandWritten, InvoiceAnew } from '#domain/invoices/invoice-difference.ts'
import { invoiceProofCalls } from '#domain/invoices/invoice-proof-calls.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { messageFrom } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import { DifferenceTable, signed } from './difference-table.tsx'

interface Props {
  id: number
  /** The keys of what is not to be kept. */
  drop: readonly string[]
  onDrop: (drop: string[]) => void
}

/** What reading the invoice anew changes, before anything is saved. */
export function ReadAnewFields({ id, drop, onDrop }: Props) {
  const query = useQuery({
    queryKey: ['invoice', id, 'recalculation', drop.join(',')],
    queryFn: async ({ signal }) => {
      const asked = { id, ...(drop.length > 0 ? { drop: drop.join(',') } : {}) }
      return (await send(invoiceProofCalls.recalculation, asked, { signal })).data
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (query.isError) {
    return (
      <Alert color="amber" role="status">
        {messageFrom(query.error)}
      </Alert>
    )
  }
  if (!query.data) return <Skeleton height={90} />
  return (
    <Stack gap="sm" role="group" aria-label="What changes" aria-busy={query.isFetching}>
      <DifferenceTable lines={query.data.lines} />
      <Total found={query.data} />
      <Kept written={query.data.by_hand} drop={drop} onDrop={onDrop} />
    </Stack>
  )
}

function Total({ found }: { found: InvoiceAnew }) {
  const { before, now, difference } = found.discounted_total_this_period
  const words =
    difference === '0.00'
      ? `stays ${formatMoney(now)}`
      : `${formatMoney(now)} instead of ${formatMoney(before)}`
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">This period, paid in time: {words}</Text>
      <Text size="sm" fw={650}>
        {signed(difference)}
      </Text>
    </Group>
  )
}

/** What somebody wrote stays, unless it is ticked. */
function Kept({ written, drop, onDrop }: Omit<Props, 'id'> & { written: readonly HandWritten[] }) {
  if (written.length === 0) return null
  const toggle = (key: string, isOn: boolean) =>
    onDrop(isOn ? [...drop, key] : drop.filter((one) => one !== key))
  return (
    <Stack gap={6} role="group" aria-label="Written by hand">
      <Text size="sm" fw={600}>
        Written by hand, and kept. Tick what to drop:
      </Text>
      {written.map(({ key, name, amount }) => (
        <Checkbox
          key={key}
          label={amount === null ? `${name}: taken off` : `${name}: ${formatMoney(amount)}`}
          checked={drop.includes(key)}
          onChange={(event) => toggle(key, event.currentTarget.checked)}
        />
      ))}
    </Stack>
  )
}
