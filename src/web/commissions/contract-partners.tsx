import { Anchor, Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type ContractPartner, contractpartner } from '#domain/commissions/contractpartner.ts'
import type { Contract } from '#domain/contracts/contract.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { today } from '#web/kit/frame/today.ts'
import { ExportButton } from '#web/kit/list/export-button.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { sharesQuery } from './commission-query.ts'
import { rateInWords } from './partner-customers.tsx'
import { SharesDialog } from './shares-dialog.tsx'

/** Who earns on a contract, and which part of it, from which day. */
export function ContractPartners({ row }: { row: Contract }) {
  const [isChanging, setIsChanging] = useState(false)
  const { data, isPending, error, refetch } = useQuery(sharesQuery({ contract_id: row.id }))
  const isInForce = !['draft', 'offered'].includes(row.contract_status) && !row.deleted_at
  const sets = Map.groupBy(data?.rows ?? [], ({ valid_from_date }) => valid_from_date)
  const now = [...sets.keys()]
    .filter((day) => day <= today())
    .toSorted()
    .at(-1)
  const columns: Column<ContractPartner>[] = [
    {
      heading: 'From',
      cell: ({ valid_from_date }) => (
        <Group gap="xs" wrap="nowrap">
          {formatDay(valid_from_date)}
          {valid_from_date === now && <StatusChip value="active" label="Now" />}
          {valid_from_date > today() && <StatusChip value="upcoming" label="To come" />}
        </Group>
      ),
    },
    {
      heading: 'Partner',
      cell: ({ partner_id }) => (
        <Anchor component={Link} to={`/app/partner/details?id=${partner_id}`} size="sm" fw={600}>
          {data?.titles.partner?.[String(partner_id)] ?? `Partner ${partner_id}`}
        </Anchor>
      ),
    },
    {
      heading: 'Share',
      isNumber: true,
      isStrong: true,
      cell: ({ share_percent }) => `${Number(share_percent)} %`,
    },
    { heading: 'Rate', cell: rateInWords },
    {
      heading: 'Sign-up, before the share',
      isNumber: true,
      cell: ({ signup_amount }) => (signup_amount ? formatMoney(signup_amount) : '—'),
    },
  ]
  return (
    <Paper component="section" aria-label="Partners and shares">
      <Group justify="space-between" mb="xs">
        <div>
          <Title order={2}>Partners and shares</Title>
          <Text size="sm" c="dimmed">
            Who earns on an invoice is decided by the last day of its period.
          </Text>
        </div>
        <Group gap="xs">
          {data && data.rows.length > 0 && (
            <ExportButton entity={contractpartner} params={{ contract_id: row.id }} />
          )}
          {isInForce && (
            <Button variant="default" onClick={() => setIsChanging(true)}>
              Change shares
            </Button>
          )}
        </Group>
      </Group>
      {isPending && <Skeleton height={80} />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data?.rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {isInForce
            ? 'No partner earns on this contract.'
            : 'Its partner, or the customer’s, earns on all of it once it is accepted.'}
        </Text>
      )}
      {data && data.rows.length > 0 && (
        <PlainTable
          label="Partners and shares"
          columns={columns}
          rows={data.rows}
          keyOf={({ id }) => id}
        />
      )}
      {isChanging && data && (
        <SharesDialog
          contract={row}
          now={data.rows.filter((one) => one.valid_from_date === now)}
          onClose={() => setIsChanging(false)}
        />
      )}
    </Paper>
  )
}
