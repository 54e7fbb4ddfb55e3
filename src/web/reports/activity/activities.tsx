import { Anchor, Button, Paper, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { formatMoney } from '#domain/kit/money.ts'
import {
  type ActivityCount,
  customerInvoiceCalls,
  RECENT_DAYS,
  userBillCalls,
} from '#domain/reports/activity-calls.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { AddressTabs } from '#web/kit/frame/address-tabs.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'

const tabs = { staff: 'Bills by staff', customers: 'Invoices to customers' } as const
type Tab = keyof typeof tabs
const spans = ['recent', 'all'] as const

interface CountedRow extends ActivityCount {
  key: number
  to: string | null
}

/** The rows of either, each with where it leads. */
const readers: Record<Tab, (span: (typeof spans)[number]) => Promise<CountedRow[]>> = {
  staff: async (span) => {
    const call = span === 'recent' ? userBillCalls.recent : userBillCalls.list
    const { data } = await send(call, {})
    return (data ?? []).map((row) => ({
      ...row,
      key: row.user_id ?? 0,
      to: row.user_id ? `/app/reports?name=activity&group=entry&of=person:${row.user_id}` : null,
    }))
  },
  customers: async (span) => {
    const call = span === 'recent' ? customerInvoiceCalls.recent : customerInvoiceCalls.list
    const { data } = await send(call, {})
    return (data ?? []).map((row) => ({
      ...row,
      key: row.customer_id,
      to: `/app/customer/details?id=${row.customer_id}&tab=invoices`,
    }))
  },
}

/** What each of the staff captured, and what was sent to each customer. */
export function Screen() {
  return (
    <Page
      title="Activities"
      summary="Bills that staff captured, and invoices that customers were sent."
      crumbs={<Crumbs path={[['Reports', '/app/reports']]} here="Activities" />}
      actions={
        <Button component={Link} to="/app/reports?name=activity" variant="default">
          Staff activity
        </Button>
      }
    >
      <AddressTabs labels={tabs} first="staff">
        {(tab) => <Activities key={tab} tab={tab} />}
      </AddressTabs>
    </Page>
  )
}

function Activities({ tab }: { tab: Tab }) {
  const { role } = useSession()
  const [span, setSpan] = useQueryState('span', parseAsStringLiteral(spans).withDefault('recent'))
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['activities', tab, span],
    queryFn: () => readers[tab](span),
    staleTime: 0,
  })
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="Of which days"
        value={span}
        // The choices are just the spans.
        onChange={(value) => void setSpan(value as (typeof spans)[number])}
        data={[
          { value: 'recent', label: `Last ${RECENT_DAYS} days` },
          { value: 'all', label: 'All' },
        ]}
        style={{ alignSelf: 'flex-start' }}
      />
      {isPending && <Skeleton height={240} radius="lg" />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <NothingHere title="Nothing was done in these days." />}
      {data && data.length > 0 && (
        <Paper p={0}>
          <PlainTable
            label={tabs[tab]}
            spacing="md"
            rows={data}
            keyOf={({ key }) => key}
            columns={columnsOf(tab)}
          />
        </Paper>
      )}
      {atLeast(role, 'manager') && <SendSummary tab={tab} />}
    </Stack>
  )
}

function columnsOf(tab: Tab): Column<CountedRow>[] {
  return [
    {
      heading: tab === 'staff' ? 'Person' : 'Customer',
      isRowHeading: true,
      cell: ({ name, to }) =>
        to ? (
          <Anchor component={Link} to={to} size="sm">
            {name}
          </Anchor>
        ) : (
          name
        ),
    },
    {
      heading: tab === 'staff' ? 'Bills' : 'Invoices',
      isNumber: true,
      cell: ({ count }) => count,
    },
    { heading: 'Total', isNumber: true, cell: ({ total }) => formatMoney(total) },
    { heading: 'Last', cell: ({ last_at }) => formatStamp(last_at) },
  ]
}

/** Mails what the last days came to, to whoever asks. */
function SendSummary({ tab }: { tab: Tab }) {
  const submit = useSubmit(async () => {
    const call = tab === 'staff' ? userBillCalls.send : customerInvoiceCalls.send
    const { message, data } = await send(call, {})
    toast(`${message} ${data.counted} counted.`)
  })
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconMail size={15} aria-hidden />}
        loading={submit.isBusy}
        onClick={() => submit.onSubmit()}
      >
        Send
      </Button>
      <Text size="xs" c={submit.problem ? 'red' : 'dimmed'} mt={4}>
        {submit.problem ?? `Mails you what the last ${RECENT_DAYS} days came to.`}
      </Text>
    </div>
  )
}
