import { Anchor, Button, Group, Pagination, Paper, Skeleton, Text } from '@mantine/core'
import { IconArrowDownLeft, IconArrowUpRight, IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseAsInteger, parseAsStringLiteral, useQueryState } from 'nuqs'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import {
  type AgedCustomer,
  type AgedSupplier,
  type AgedTotals,
  payablesCalls,
  receivablesCalls,
} from '#domain/reports/aged-calls.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { csvName, download } from '#web/kit/session/download.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { AgedTable } from './aged-table.tsx'

const PAGE = 100
const kinds = ['receivables', 'payables'] as const
type Kind = (typeof kinds)[number]

/** Who owes what, and since when, to us and by us: the largest first. */
export function Screen() {
  const [kind] = useQueryState('kind', parseAsStringLiteral(kinds).withDefault('receivables'))
  return kind === 'receivables' ? <Receivables key={kind} /> : <Payables key={kind} />
}

function Receivables() {
  const report = useReport('receivables', async (page, signal) => {
    const { data, info } = await send(receivablesCalls.aged, page, { signal })
    return { rows: data ?? [], info }
  })
  return (
    <Report
      {...report}
      kind="receivables"
      who="customer"
      nothing="Customers appear here from the day their first invoice goes out."
      csv={() => download(receivablesCalls.agedCsv, {}, csvName('receivables', new Date()))}
    >
      {({ rows, info }) => (
        <AgedTable
          label="Aged receivables"
          heading="Customer"
          rows={rows}
          totals={info.totals}
          keyOf={({ customer_id }) => `${customer_id}`}
          name={(row) => <Customer row={row} />}
        />
      )}
    </Report>
  )
}

function Payables() {
  const report = useReport('payables', async (page, signal) => {
    const { data, info } = await send(payablesCalls.aged, page, { signal })
    return { rows: data ?? [], info }
  })
  return (
    <Report
      {...report}
      kind="payables"
      who="supplier"
      nothing="Suppliers appear here from the day their first bill is approved."
      csv={() => download(payablesCalls.agedCsv, {}, csvName('payables', new Date()))}
    >
      {({ rows, info }) => (
        <AgedTable
          label="Aged payables"
          heading="Supplier"
          rows={rows}
          totals={info.totals}
          keyOf={({ supplier_id }) => `${supplier_id}`}
          name={(row) => <Supplier row={row} />}
        />
      )}
    </Report>
  )
}

interface AgedPage<R> {
  rows: readonly R[]
  info: AgedTotals
}

type Ask<R> = (page: { limit: number; offset: number }, signal: AbortSignal) => Promise<AgedPage<R>>

function useReport<R>(kind: Kind, ask: Ask<R>) {
  const [page, setPage] = useQueryState('page', parseAsInteger.withDefault(1))
  const offset = (Math.max(1, page) - 1) * PAGE
  const query = useQuery({
    queryKey: [kind === 'receivables' ? 'invoices' : 'bills', 'aged', offset],
    queryFn: ({ signal }) => ask({ limit: PAGE, offset }, signal),
    placeholderData: keepPreviousData,
  })
  return { query, page, setPage: (next: number) => void setPage(next) }
}

interface Props<R> extends ReturnType<typeof useReport<R>> {
  kind: Kind
  who: 'customer' | 'supplier'
  nothing: string
  csv: () => Promise<unknown>
  children: (found: AgedPage<R>) => ReactNode
}

function Report<R>({ query, page, setPage, kind, who, nothing, csv, children }: Props<R>) {
  const { role } = useSession()
  const { data, error, isPending, refetch } = query
  return (
    <Page
      title="Reports"
      summary={data && summaryOf(kind, who, data.info)}
      actions={
        atLeast(role, 'manager') && (
          <Button
            variant="default"
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={() => void csv()}
          >
            Download CSV
          </Button>
        )
      }
    >
      <Kinds kind={kind} />
      {isPending && <Skeleton height={320} radius="lg" />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data && data.rows.length === 0 && (
        <NothingHere title="Nothing is owed." description={nothing} />
      )}
      {data && data.rows.length > 0 && <Paper p={0}>{children(data)}</Paper>}
      {data && data.info.total > PAGE && (
        <Group justify="center">
          <Pagination
            total={Math.ceil(data.info.total / PAGE)}
            value={page}
            onChange={setPage}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          />
        </Group>
      )}
    </Page>
  )
}

function summaryOf(kind: Kind, who: string, { total, totals, today }: AgedTotals): string {
  const day = formatDayShort(today)
  return `Aged ${kind} on ${day} · ${plural(total, who)} · $${formatMoney(totals.total)}`
}

function Kinds({ kind }: { kind: Kind }) {
  const ways = [
    { one: 'receivables', to: '/app/reports', label: 'Owed to us', Icon: IconArrowDownLeft },
    {
      one: 'payables',
      to: '/app/reports?kind=payables',
      label: 'Owed by us',
      Icon: IconArrowUpRight,
    },
  ]
  return (
    <Group component="nav" gap="xs" aria-label="Which report">
      {ways.map(({ one, to, label, Icon }) => (
        <Button
          key={one}
          component={Link}
          to={to}
          variant={one === kind ? 'light' : 'default'}
          {...(one === kind ? { 'aria-current': 'page' as const } : {})}
          leftSection={<Icon size={15} aria-hidden />}
        >
          {label}
        </Button>
      ))}
    </Group>
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

function Supplier({ row }: { row: AgedSupplier }) {
  if (row.supplier_id === null) return row.name
  return (
    <Anchor component={Link} to={`/app/supplier/edit?id=${row.supplier_id}`} size="sm">
      {row.name}
    </Anchor>
  )
}
