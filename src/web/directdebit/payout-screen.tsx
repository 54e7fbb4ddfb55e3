import { Anchor, Paper, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Payout, type PayoutItem, payout } from '#domain/directdebit/payout.ts'
import { itemInWords, tenthsInDollars } from '#domain/directdebit/payout-words.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { invoicepayment } from '#domain/payments/payment.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Facts } from '#web/kit/frame/facts.tsx'
import { HistoryPanel } from '#web/kit/frame/history-panel.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { RecordScreen } from '#web/kit/frame/record-screen.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import type { Answer } from '#web/kit/session/api.ts'
import { listCall, listInput } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'

const facts = [
  'arrival_date',
  'collected',
  'fees',
  'fees_gst',
  'amount',
  'reference',
  'banktransaction_id',
]
const arrival = { pending: 'Arrives', paid: 'Arrived', bounced: 'Sent for' }
const words = { pending: 'under way', paid: 'paid', bounced: 'came back' }

/** What the provider paid into our account, and what it is made of. */
export function Screen() {
  return (
    <RecordScreen entity={payout} title="Payout">
      {(answer) => <Details answer={answer} />}
    </RecordScreen>
  )
}

function Details({ answer }: { answer: Answer<EditRow> }) {
  // The call answers a row of the entity it names.
  const row = answer.data as unknown as Payout
  const amount = `$${formatMoney(row.amount)}`
  return (
    <Page
      title={`Payout of ${amount}`}
      summary={[
        row.arrival_date && `${arrival[row.payout_status]} ${formatDayShort(row.arrival_date)}`,
        row.reference,
        plural(row.items.length, 'item'),
      ]
        .filter(Boolean)
        .join(' · ')}
      crumbs={<Crumbs path={[['Direct debits', '/app/directdebits?tab=payouts']]} here={amount} />}
      chips={<StatusChip value={row.payout_status} label={words[row.payout_status]} />}
    >
      <Stack gap="md">
        <Facts
          entity={payout}
          row={answer.data}
          titles={answer.info.titles ?? {}}
          names={facts}
          heading="What arrives"
        />
        <Items row={row} />
        <Title order={2}>History</Title>
        <HistoryPanel entity={payout} id={row.id} />
      </Stack>
    </Page>
  )
}

/** Each sum as the provider counts it, to a tenth of a cent. */
function Items({ row }: { row: Payout }) {
  const nameOf = usePaymentNames(row.items)
  return (
    <Paper component="section">
      <Title order={2} mb="xs">
        What it is made of
      </Title>
      <PlainTable
        label="What the payout is made of"
        rows={row.items}
        keyOf={(_, place) => place}
        columns={[
          { heading: 'What', cell: itemInWords },
          { heading: 'Payment', cell: (item) => <PaymentLink item={item} nameOf={nameOf} /> },
          { heading: 'GST', isNumber: true, cell: ({ taxes }) => taxes && tenthsInDollars(taxes) },
          {
            heading: 'Amount',
            isNumber: true,
            isStrong: true,
            cell: ({ amount }) => tenthsInDollars(amount),
          },
        ]}
      />
    </Paper>
  )
}

function PaymentLink(props: { item: PayoutItem; nameOf: (id: number) => string }) {
  const { invoicepayment_id: id } = props.item
  if (id === null) return '—'
  return (
    <Anchor component={Link} to={`/app/invoicepayment?id=${id}`} size="sm">
      {props.nameOf(id)}
    </Anchor>
  )
}

const MOST_NAMED = 200

/** Whose payments they are; a long payout is named as far as one question goes. */
function usePaymentNames(items: readonly PayoutItem[]): (id: number) => string {
  const ids = [...new Set(items.flatMap(({ invoicepayment_id: id }) => id ?? []))]
  const { data } = useQuery({
    queryKey: ['invoicepayments', 'of payout', ids],
    queryFn: async ({ signal }) => {
      const asked = listInput({ 'id.in': ids.slice(0, MOST_NAMED).join(','), limit: MOST_NAMED })
      const { data: rows, info } = await send(
        listCall<typeof invoicepayment>(invoicepayment),
        asked,
        { signal },
      )
      const customers = info.titles?.customer ?? {}
      return new Map(
        rows.map((one) => [
          one.id,
          [customers[String(one.customer_id)], one.reference].filter(Boolean).join(' · '),
        ]),
      )
    },
    enabled: ids.length > 0,
  })
  return (id) => data?.get(id) || `Payment ${id}`
}
