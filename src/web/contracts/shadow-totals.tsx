import { Alert, Anchor, Skeleton, Table, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { ShadowContract } from '#domain/contracts/shadow-run.ts'
import type { RateChange } from '#domain/contracts/shadow-run-calls.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { plural } from '#domain/kit/wording.ts'
import { Money } from '#web/kit/list/cells.tsx'
import { WideTable } from '#web/kit/list/wide-table.tsx'
import { messageFrom } from '#web/kit/session/api.ts'
import type { Side } from './rate-side.ts'
import classes from './rates-panel.module.css'
import { changeSentence, dollars, signed } from './shadow-words.ts'
import { useShadowRun } from './use-shadow-run.ts'

/** What new rates of many contracts would have meant: in sums, and for those that change most. */
export function ShadowTotals({ side, changes }: { side: Side; changes: readonly RateChange[] }) {
  const { data, isPending, error } = useShadowRun(side, changes)
  if (isPending) return <Skeleton height={120} radius="md" aria-label="Pricing the last year" />
  if (error)
    return (
      <Alert color="amber" title="The last year could not be priced">
        {messageFrom(error)}
      </Alert>
    )
  const { totals, contracts } = data
  const unpriced = totals.contracts - totals.priced
  if (totals.priced === 0)
    return (
      <Text size="sm" c="dimmed">
        None of these contracts has use yet, so there is nothing to price.
      </Text>
    )
  return (
    <section aria-label="On the last year’s use" aria-live="polite">
      <Text size="sm" fw={600}>
        {changeSentence(side, totals, totals.priced)}
      </Text>
      <Text size="sm" mb="xs">
        A year costs {dollars(totals.after)} instead of {dollars(totals.before)}:{' '}
        {plural(totals.dearer, 'contract')} dearer, {totals.cheaper} cheaper
        {unpriced > 0 && `, ${unpriced} without use to price`}.
      </Text>
      <WideTable label="Changes most" horizontalSpacing={5}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Contract</Table.Th>
            <Table.Th className={classes.number}>A year now</Table.Th>
            <Table.Th className={classes.number}>New</Table.Th>
            <Table.Th className={classes.number}>Change</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {contracts.map((one) => (
            <ContractRow
              key={`${one.contract_id} ${one.valid_from_date}`}
              contract={one}
              hasOthers={contracts.some((other) => other !== one && isSame(other, one))}
            />
          ))}
        </Table.Tbody>
      </WideTable>
      {changes.length > contracts.length && (
        <Text size="xs" c="dimmed" mt={6}>
          The {contracts.length} that change most.
        </Text>
      )}
    </section>
  )
}

const isSame = (one: ShadowContract, other: ShadowContract) => one.contract_id === other.contract_id

function ContractRow(props: { contract: ShadowContract; hasOthers: boolean }) {
  const { contract_id, contract_number, customer_name, valid_from_date, effect } = props.contract
  return (
    <Table.Tr>
      <Table.Td className={classes.name}>
        <Anchor component={Link} to={`/app/contract?id=${contract_id}`} inherit>
          {contract_number}
        </Anchor>
        <div className={classes.quiet}>
          {customer_name}
          {props.hasOthers && `, from ${formatDayShort(valid_from_date)}`}
        </div>
      </Table.Td>
      {effect ? (
        <>
          <Table.Td className={classes.number}>
            <Money value={effect.before} />
          </Table.Td>
          <Table.Td className={classes.number}>
            <Money value={effect.after} />
          </Table.Td>
          <Table.Td className={classes.number}>
            {signed(effect.difference)}
            {effect.difference_percent !== null && effect.difference !== '0.00' && (
              <div className={classes.quiet}>{effect.difference_percent.replace('-', '−')} %</div>
            )}
          </Table.Td>
        </>
      ) : (
        <Table.Td colSpan={3} className={classes.quiet}>
          No use to price
        </Table.Td>
      )}
    </Table.Tr>
  )
}
