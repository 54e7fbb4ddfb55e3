import { Anchor, Button, Group, Pagination, Paper, Skeleton, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseAsInteger, useQueryState } from 'nuqs'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import {
  type AgedAmounts,
  type AgedColumn,
  type AgedCustomer,
  type AgedTotals,
  agedColumns,
  receivablesCalls,
} from '#domain/reports/receivables-calls.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { csvName, download } from '#web/kit/session/download.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import classes from './aged-receivables.module.css'

const PAGE = 100

const labels: Record<AgedColumn, string> = {
  current: 'Not yet due',
  days_1_30: '1–30 days',
  days_31_60: '31–60 days',
  days_61_90: '61–90 days',
  days_over_90: 'Over 90 days',
  credit: 'Credit',
  total: 'Total',
}

/** Who owes what, and since when: the largest first, so that calls begin where they matter. */
export function Screen() {
  const { role } = useSession()
  const [page, setPage] = useQueryState('page', parseAsInteger.withDefault(1))
  const offset = (Math.max(1, page) - 1) * PAGE
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['invoices', 'aged', offset],
    queryFn: async ({ signal }) => {
      const page = { limit: PAGE, offset }
      const { data: rows, info } = await send(receivablesCalls.aged, page, { signal })
      return { rows: rows ?? [], info }
    },
    placeholderData: keepPreviousData,
  })
  const csv = () => void download(receivablesCalls.agedCsv, {}, csvName('receivables', new Date()))
  return (
    <Page
      title="Reports"
      summary={data && summaryOf(data.info)}
      actions={
        atLeast(role, 'manager') && (
          <Button
            variant="default"
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={csv}
          >
            Download CSV
          </Button>
        )
      }
    >
      {isPending && <Skeleton height={320} radius="lg" />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data && data.rows.length === 0 && (
        <NothingHere
          title="Nothing is owed."
          description="Customers appear here from the day their first invoice goes out."
        />
      )}
      {data && data.rows.length > 0 && (
        <Paper p={0}>
          <AgedTable rows={data.rows} totals={data.info.totals} />
        </Paper>
      )}
      {data && data.info.total > PAGE && (
        <Group justify="center">
          <Pagination
            total={Math.ceil(data.info.total / PAGE)}
            value={page}
            onChange={(next) => void setPage(next)}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          />
        </Group>
      )}
    </Page>
  )
}

function summaryOf({ total, totals, today }: AgedTotals): string {
  const who = total === 1 ? '1 customer' : `${total.toLocaleString('en-NZ')} customers`
  return `Aged receivables on ${formatDayShort(today)} · ${who} · $${formatMoney(totals.total)}`
}

function AgedTable({ rows, totals }: { rows: readonly AgedCustomer[]; totals: AgedAmounts }) {
  return (
    <PlainTable
      label="Aged receivables"
      spacing="md"
      rows={rows}
      keyOf={(row) => row.customer_id}
      columns={[
        {
          heading: 'Customer',
          isRowHeading: true,
          className: classes.name,
          cell: (row) => <Customer row={row} />,
          foot: 'Everybody',
        },
        ...agedColumns.map(
          (name): Column<AgedCustomer> => ({
            heading: labels[name],
            isNumber: true,
            isStrong: name === 'total',
            cell: (row) => <Amount name={name} amount={row[name]} />,
            foot: <Amount name={name} amount={totals[name]} isTotal />,
          }),
        ),
      ]}
    />
  )
}

function Customer({ row }: { row: AgedCustomer }) {
  return (
    <>
      <Anchor component={Link} to={`/app/customer/details?id=${row.customer_id}`} size="sm">
        {row.name}
      </Anchor>
      <Text size="xs" c="dimmed">
        {row.customer_number}
      </Text>
    </>
  )
}

function Amount(props: { name: string; amount: string; isTotal?: boolean }) {
  const { name, amount, isTotal = false } = props
  if (amount === '0.00' && !isTotal) return '–'
  const isLate = name === 'days_over_90' && amount !== '0.00'
  return <span className={isLate ? classes.late : undefined}>{formatMoney(amount)}</span>
}
