import { Alert, Anchor, Skeleton, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { ShadowContract } from '#domain/contracts/shadow-run.ts'
import type { RateChange } from '#domain/contracts/shadow-run-calls.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { plural } from '#domain/kit/wording.ts'
import { Money } from '#web/kit/list/cells.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
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
      <PlainTable
        label="Changes most"
        spacing={5}
        rows={contracts}
        keyOf={(one) => `${one.contract_id} ${one.valid_from_date}`}
        columns={[
          {
            heading: 'Contract',
            isStrong: true,
            cell: (one) => (
              <Named
                contract={one}
                hasOthers={contracts.some((other) => other !== one && isSame(other, one))}
              />
            ),
          },
          { heading: 'A year now', isNumber: true, cell: now },
          {
            heading: 'New',
            isNumber: true,
            cell: ({ effect }) => effect && <Money value={effect.after} />,
          },
          { heading: 'Change', isNumber: true, cell: change },
        ]}
      />
      {changes.length > contracts.length && (
        <Text size="xs" c="dimmed" mt={6}>
          The {contracts.length} that change most.
        </Text>
      )}
    </section>
  )
}

const isSame = (one: ShadowContract, other: ShadowContract) => one.contract_id === other.contract_id

function Named(props: { contract: ShadowContract; hasOthers: boolean }) {
  const { contract_id, contract_number, customer_name, valid_from_date } = props.contract
  return (
    <>
      <Anchor component={Link} to={`/app/contract?id=${contract_id}`} inherit>
        {contract_number}
      </Anchor>
      <div className={classes.quiet}>
        {customer_name}
        {props.hasOthers && `, from ${formatDayShort(valid_from_date)}`}
      </div>
    </>
  )
}

function now({ effect }: ShadowContract) {
  if (!effect) return <span className={classes.quiet}>No use to price</span>
  return <Money value={effect.before} />
}

function change({ effect }: ShadowContract) {
  if (!effect) return null
  const { difference, difference_percent } = effect
  return (
    <>
      {signed(difference)}
      {difference_percent !== null && difference !== '0.00' && (
        <div className={classes.quiet}>{difference_percent.replace('-', '−')} %</div>
      )}
    </>
  )
}
