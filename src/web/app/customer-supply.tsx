import { Anchor, Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import {
  IconBolt,
  IconDroplet,
  IconFlame,
  IconGauge,
  IconPlug,
  IconPlus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Contract, contract } from '#domain/contracts/contract.ts'
import { formatDay, formatDayShort } from '#domain/kit/calendar.ts'
import { type Meter, meter } from '#domain/meters/meter.ts'
import { ContractChips } from '#web/contracts/time-badge.tsx'
import { useOptions } from '#web/kit/form/options.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { today } from '#web/kit/frame/today.ts'
import type { Titles } from '#web/kit/session/api.ts'
import { listCall } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'
import classes from './customer-supply.module.css'
import { type Connection, supplyTree } from './supply-tree.ts'

function useSupply(customer_id: number) {
  return useQuery({
    queryKey: ['contracts', 'with meters', customer_id],
    queryFn: async () => {
      const [contracts, meters] = await Promise.all([
        send(listCall<typeof contract>(contract), {
          customer_id,
          order: '-date_start',
          limit: 500,
        }),
        send(listCall<typeof meter>(meter), { customer_id, limit: 500 }),
      ])
      const titles = contracts.info.titles ?? {}
      return { contracts: contracts.data ?? [], meters: meters.data ?? [], titles }
    },
    staleTime: 0,
  })
}

/** What the customer agreed to and what counts there: contract, connection, meter. */
export function CustomerSupply({ id, isArchived }: { id: number; isArchived: boolean }) {
  const { data, isPending, error, refetch } = useSupply(id)
  if (isPending) return <Skeleton height={280} radius="lg" />
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  const { contracts, meters, titles } = data
  const tree = supplyTree(contracts, meters, today())
  return (
    <>
      {!isArchived && <NewOnes id={id} />}
      {contracts.length + meters.length === 0 && (
        <NothingHere
          title="Nothing here yet."
          description="Contracts with their connections, and the meters that count there."
        />
      )}
      {tree.contracts.map(({ contract, connections }) => (
        <Paper key={contract.id} component="section">
          <ContractLine row={contract} titles={titles} />
          {connections.length === 0 && (
            <Text size="sm" c="dimmed" mt={6}>
              The contract names no connection.
            </Text>
          )}
          <Connections connections={connections} customer_id={id} />
        </Paper>
      ))}
      {tree.loose.length > 0 && (
        <Paper component="section">
          <Title order={2}>Without a contract</Title>
          <Connections connections={tree.loose} customer_id={id} />
        </Paper>
      )}
      {tree.past.length > 0 && (
        <Paper component="section">
          <Title order={2} mb={4}>
            Past contracts
          </Title>
          {tree.past.map((row) => (
            <ContractLine key={row.id} row={row} titles={titles} isPast />
          ))}
        </Paper>
      )}
    </>
  )
}

function NewOnes({ id }: { id: number }) {
  const icon = <IconPlus size={15} aria-hidden />
  return (
    <Group gap="xs" justify="flex-end">
      <Button
        component={Link}
        to={`/app/meter/new?customer_id=${id}`}
        variant="default"
        leftSection={icon}
      >
        New meter
      </Button>
      <Button
        component={Link}
        to={`/app/contract?customer_id=${id}`}
        variant="default"
        leftSection={icon}
      >
        New contract
      </Button>
    </Group>
  )
}

interface LineProps {
  row: Contract
  titles: Titles
  isPast?: boolean
}

function ContractLine({ row, titles, isPast = false }: LineProps) {
  const options = useOptions()
  const supplier = row.supplier_id ? titles.supplier?.[String(row.supplier_id)] : null
  const facts = [
    supplier,
    row.icp_type && options.labelOf('icp_type', row.icp_type),
    termOf(row),
    isPast ? (row.connections ?? []).join(', ') : null,
  ]
  return (
    <div className={classes.contract} data-past={isPast || undefined}>
      <Group gap="xs">
        <Anchor component={Link} to={`/app/contract?id=${row.id}`} fw={650}>
          {row.contract_number ?? `Contract ${row.id}`}
        </Anchor>
        <ContractChips row={row} />
      </Group>
      <Text size="sm" c="dimmed">
        {facts.filter(Boolean).join(' · ')}
      </Text>
    </div>
  )
}

function termOf({ date_start, date_end }: Contract): string | null {
  if (!date_start) return null
  return `${formatDayShort(date_start)} – ${date_end ? formatDayShort(date_end) : 'open'}`
}

function Connections(props: { connections: readonly Connection[]; customer_id: number }) {
  return (
    <ul className={classes.tree}>
      {props.connections.map(({ name, meters }) => (
        <li key={name ?? 'none'}>
          <span className={classes.connection}>
            <IconPlug size={15} aria-hidden />
            {name ? <span className={classes.code}>{name}</span> : 'No connection number'}
          </span>
          <ul className={classes.tree}>
            {meters.map((meter) => (
              <li key={meter.id}>
                <MeterLine meter={meter} />
              </li>
            ))}
            {meters.length === 0 && (
              <li className={classes.none}>
                No meter entered.{' '}
                <Anchor
                  component={Link}
                  to={`/app/meter/new?customer_id=${props.customer_id}&connection=${name ?? ''}`}
                  size="sm"
                >
                  New meter
                </Anchor>
              </li>
            )}
          </ul>
        </li>
      ))}
    </ul>
  )
}

const icons: Record<string, typeof IconBolt> = {
  electricity: IconBolt,
  gas: IconFlame,
  water: IconDroplet,
}

function MeterLine({ meter }: { meter: Meter }) {
  const options = useOptions()
  const Icon = icons[meter.icp_type ?? ''] ?? IconGauge
  const { date_removed, last_reading_date, next_reading_date } = meter
  const isDue = !date_removed && Boolean(next_reading_date && next_reading_date <= today())
  const service = meter.icp_type ? options.labelOf('icp_type', meter.icp_type) : 'Meter'
  return (
    <div className={classes.meter} data-past={Boolean(date_removed) || undefined}>
      <span className={classes.name}>
        <Icon size={16} aria-label={service} />
        <Anchor component={Link} to={`/app/meter?id=${meter.id}`} size="sm" fw={600}>
          {meter.meter_number}
        </Anchor>
        {meter.icp_location && (
          <Text span size="xs" c="dimmed">
            {meter.icp_location}
          </Text>
        )}
      </span>
      {date_removed ? (
        <span className={classes.reading}>Removed on {formatDay(date_removed)}</span>
      ) : (
        <>
          <span className={classes.reading}>
            <span className={classes.label}>Last reading</span>
            {formatDay(last_reading_date) || 'None yet'}
          </span>
          <span className={classes.reading}>
            <span className={classes.label}>Next reading</span>
            {formatDay(next_reading_date) || 'Not planned'}
            {isDue && <StatusChip value="waiting" label="Due" />}
          </span>
        </>
      )}
    </div>
  )
}
