import { Accordion, Anchor, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { DebitCode } from '#domain/directdebit/debit-refusal.ts'
import type { CollectLine } from '#domain/directdebit/directdebit-calls.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { Money } from '#web/kit/list/cells.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { groupLines, type LineGroup } from './group-lines.ts'

const headings: Record<DebitCode, string> = {
  M001: 'No authority that can be used',
  M002: 'Less than $1.00 to collect',
  M003: 'Over the most at once',
  M004: 'Too soon',
  M005: 'Held or disputed',
  M006: 'Debits of the customer are stopped',
  M007: 'Under way already',
  M008: 'Account parked',
  M009: 'Not connected',
}

interface Props {
  lines: readonly CollectLine[]
  /** What became of those that could be collected. */
  isDone?: boolean
}

/** What a debit would be made of, and what cannot be collected with its reason. */
export function CollectPreview({ lines, isDone = false }: Props) {
  const groups = groupLines(lines)
  const open = groups[0]?.code === null ? ['ok'] : []
  return (
    <Accordion multiple defaultValue={open} variant="separated">
      {groups.map((group) => (
        <Accordion.Item key={group.code ?? 'ok'} value={group.code ?? 'ok'}>
          <Accordion.Control
            icon={
              group.code ? (
                <IconAlertTriangle size={16} aria-hidden />
              ) : (
                <IconCheck size={16} aria-hidden />
              )
            }
          >
            <Heading group={group} isDone={isDone} />
          </Accordion.Control>
          <Accordion.Panel>
            <Lines group={group} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

function Heading({ group, isDone }: { group: LineGroup; isDone: boolean }) {
  const { code, lines, total } = group
  const label = code ? `${code} ${headings[code]}` : isDone ? 'Planned' : 'Can be collected'
  return (
    <Group justify="space-between" gap="xs" mr="xs">
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Text size="sm" c="dimmed">
        {plural(lines.length, 'invoice')}
        {total !== '0.00' && ` · $${formatMoney(total)}`}
      </Text>
    </Group>
  )
}

const invoiceColumn: Column<CollectLine> = {
  heading: 'Invoice',
  cell: ({ invoice_id, invoice_number }) => (
    <Anchor component={Link} to={`/app/invoice/edit?id=${invoice_id}`} size="sm">
      {invoice_number || `Draft ${invoice_id}`}
    </Anchor>
  ),
}

function Lines({ group }: { group: LineGroup }) {
  const isOk = group.code === null
  return (
    <Stack gap="xs" mah={280} style={{ overflowY: 'auto' }}>
      <PlainTable
        label={isOk ? 'Invoices to collect' : `Invoices not collected, ${group.code}`}
        rows={group.lines}
        keyOf={({ invoice_id }) => invoice_id}
        columns={[
          invoiceColumn,
          { heading: 'Customer', cell: ({ customer_name }) => customer_name },
          {
            heading: 'Amount',
            isNumber: true,
            cell: ({ amount }) => <Money value={amount} />,
          },
          isOk
            ? { heading: 'Day of the debit', cell: ({ charge_date }) => formatDay(charge_date) }
            : { heading: 'Why not', cell: ({ reason }) => reason },
        ]}
      />
    </Stack>
  )
}
