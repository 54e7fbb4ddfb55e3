import { ActionIcon, Anchor, Text } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatDay, formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { humanise } from '#domain/kit/wording.ts'
import type {
  ContractStanding,
  CustomerStanding,
  NextReading,
  OwedByCustomer,
} from '#domain/reports/customer-standing-calls.ts'
import { useOptions } from '#web/kit/form/options.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import {
  Figure,
  Glance,
  GlanceCard,
  GlanceFacts,
  GlanceLine,
  GlanceLines,
} from '#web/kit/frame/glance.tsx'
import { today } from '#web/kit/frame/today.ts'
import { Money } from '#web/kit/list/cells.tsx'
import type { Titles } from '#web/kit/session/api.ts'
import { CustomerContact } from './customer-contact.tsx'
import { CustomerDebitChip } from './customer-debit-chip.tsx'
import { since } from './customer-standing.ts'

interface Props {
  row: EditRow
  titles: Titles
  standing: CustomerStanding | undefined
  mayRecord: boolean
}

/** What is asked on the phone: what is owed, for what, what was agreed, and when we last spoke. */
export function CustomerGlance({ row, titles, standing, mayRecord }: Props) {
  return (
    <Glance>
      <Owed row={row} standing={standing} />
      <OpenInvoices id={row.id} standing={standing} mayRecord={mayRecord} />
      <Supply id={row.id} standing={standing} />
      <CustomerContact row={row} titles={titles} standing={standing} />
    </Glance>
  )
}

function Owed({ row, standing }: Pick<Props, 'row' | 'standing'>) {
  const overdue = Number(row.balance_overdue ?? 0)
  const credit = Number(row.account_credit ?? 0)
  return (
    <GlanceCard title="Owed" isPending={!standing}>
      <Figure>
        <Money value={row.balance_total ?? '0'} isOverdue={overdue > 0} />
      </Figure>
      {overdue > 0 ? (
        <Text size="sm" c="red" fw={600}>
          ${formatMoney(String(row.balance_overdue))} overdue
          {standing?.overdue_since && ` since ${since(standing.overdue_since)}`}
        </Text>
      ) : (
        <Text size="sm">Nothing is overdue.</Text>
      )}
      {Number(row.balance_current ?? 0) > 0 && (
        <Text size="sm">${formatMoney(String(row.balance_current))} not yet due</Text>
      )}
      {Number(standing?.promised ?? 0) > 0 && (
        <Text size="sm">${formatMoney(standing?.promised)} on its way by direct debit</Text>
      )}
      {credit > 0 && <Text size="sm">${formatMoney(String(row.account_credit))} credit</Text>}
      <GlanceFacts facts={[['Direct debit', <CustomerDebitChip key="debit" row={row} />]]} />
    </GlanceCard>
  )
}

function OpenInvoices(props: { id: number } & Pick<Props, 'standing' | 'mayRecord'>) {
  const { id, standing, mayRecord } = props
  const rest = (standing?.open_count ?? 0) - (standing?.open_items.length ?? 0)
  return (
    <GlanceCard title="Open invoices" isPending={!standing}>
      {standing?.open_count === 0 && (
        <Text size="sm" c="dimmed">
          Everything is paid.
        </Text>
      )}
      <GlanceLines label="Open invoices">
        {standing?.open_items.map((one) => (
          <OpenItem key={pathOf(one)} id={id} one={one} mayRecord={mayRecord} />
        ))}
      </GlanceLines>
      {rest > 0 && (
        <Anchor component={Link} to={`?id=${id}&tab=billing`} size="xs">
          {rest} more
        </Anchor>
      )}
    </GlanceCard>
  )
}

function OpenItem({ id, one, mayRecord }: { id: number; one: OwedByCustomer; mayRecord: boolean }) {
  const name = one.number ?? 'Without a number'
  const isLate = !one.is_held && Boolean(one.due_date && one.due_date < today())
  const meant = one.invoice_id
    ? `invoice_id=${one.invoice_id}`
    : `adjustment_id=${one.adjustment_id}`
  return (
    <GlanceLine
      more={[
        one.is_held ? 'held' : `${isLate ? 'overdue, was due' : 'due'} ${formatDay(one.due_date)}`,
        Number(one.promised) > 0 && `$${formatMoney(one.promised)} by direct debit`,
      ]
        .filter(Boolean)
        .join(' · ')}
    >
      <Anchor component={Link} to={pathOf(one)} size="sm" fw={600}>
        {name}
      </Anchor>
      <span>
        <Money value={one.balance} isOverdue={isLate} />
        {mayRecord && (
          <ActionIcon
            component={Link}
            to={`/app/invoicepayment?customer_id=${id}&${meant}&amount=${one.balance}&from=customer`}
            aria-label={`Record payment for ${name}`}
            title={`Record payment for ${name}`}
            size={24}
            ml={6}
          >
            <IconCash size={16} aria-hidden />
          </ActionIcon>
        )}
      </span>
    </GlanceLine>
  )
}

const pathOf = ({ invoice_id, adjustment_id }: OwedByCustomer) =>
  invoice_id === null ? `/app/adjustment?id=${adjustment_id}` : `/app/invoice/edit?id=${invoice_id}`

const MOST = 3

function Supply({ id, standing }: { id: number } & Pick<Props, 'standing'>) {
  const contracts = standing?.contracts ?? []
  const reading = standing?.next_reading
  return (
    <GlanceCard title="Contracts and readings" isPending={!standing}>
      {contracts.length === 0 && (
        <Text size="sm" c="dimmed">
          No contract is in force.
        </Text>
      )}
      <GlanceLines label="Contracts">
        {contracts.slice(0, MOST).map((one) => (
          <OneContract key={one.id} one={one} />
        ))}
      </GlanceLines>
      {contracts.length > MOST && (
        <Anchor component={Link} to={`?id=${id}&tab=supply`} size="xs">
          {contracts.length - MOST} more
        </Anchor>
      )}
      <GlanceFacts
        facts={[
          ['Next reading', reading && <Reading key="reading" next={reading} />],
          ['Looked after by', standing?.looked_after_by.join(', ')],
        ]}
      />
    </GlanceCard>
  )
}

function Reading({ next }: { next: NextReading }) {
  const { meter_id, next_reading_date } = next
  return (
    <>
      <Anchor
        component={Link}
        to={`/app/meter?id=${meter_id}&tab=readings`}
        size="sm"
        underline="always"
      >
        {formatDayShort(next_reading_date)}
      </Anchor>
      {next_reading_date < today() && ', overdue'}
    </>
  )
}

function OneContract({ one }: { one: ContractStanding }) {
  const options = useOptions()
  const end = one.date_end && !one.is_open_plan ? `ends ${formatDayShort(one.date_end)}` : 'open'
  return (
    <GlanceLine
      more={[
        one.supplier,
        one.icp_type && options.labelOf('icp_type', one.icp_type),
        one.next_rate_date && `rates change ${formatDayShort(one.next_rate_date)}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    >
      <Anchor component={Link} to={`/app/contract?id=${one.id}`} size="sm" fw={600}>
        {one.number ?? `Contract ${one.id}`}
      </Anchor>
      {one.contract_status === 'offered' ? (
        <StatusChip value="offered" label={humanise(one.contract_status)} />
      ) : (
        <Text size="sm">{end}</Text>
      )}
    </GlanceLine>
  )
}
