import { Alert, Skeleton, Text, Title } from '@mantine/core'
import type { ShadowEffect as Effect } from '#domain/contracts/shadow-run.ts'
import type { RateChange } from '#domain/contracts/shadow-run-calls.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { Money } from '#web/kit/list/cells.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { messageFrom } from '#web/kit/session/api.ts'
import type { Side } from './rate-side.ts'
import { quantityText } from './rate-words.ts'
import classes from './rates-panel.module.css'
import { changeSentence, dollars, signed } from './shadow-words.ts'
import { useShadowRun } from './use-shadow-run.ts'

/** What new rates of one contract would have meant on its own use of the last year. */
export function ShadowEffect({ side, change }: { side: Side; change: RateChange }) {
  const { data, isPending, error } = useShadowRun(side, [change])
  if (isPending) return <Skeleton height={90} radius="md" aria-label="Pricing the last year" />
  // Without this figure the rates can be saved all the same.
  if (error)
    return (
      <Alert color="amber" title="The last year could not be priced">
        {messageFrom(error)}
      </Alert>
    )
  const effect = data.contracts[0]?.effect
  return (
    <section aria-label="On the last year’s use" aria-live="polite">
      <Title order={3} size="h5">
        On the last year’s use
      </Title>
      {effect ? (
        <Figures side={side} effect={effect} />
      ) : (
        <Text size="sm" c="dimmed">
          The contract’s meters have no use yet, so there is nothing to price.
        </Text>
      )}
    </section>
  )
}

function Figures({ side, effect }: { side: Side; effect: Effect }) {
  const { before, after, margin_before, margin_after } = effect
  return (
    <>
      <Text size="sm" fw={600} mt={4}>
        {changeSentence(side, effect)}
      </Text>
      <Text size="sm">
        A year costs {dollars(after)} instead of {dollars(before)}.
        {margin_before !== null && margin_after !== null && (
          <>
            {' '}
            Our margin goes from {dollars(margin_before)} to {dollars(margin_after)}, before GST,
            discount and fee.
          </>
        )}
      </Text>
      <Lines effect={effect} />
      {effect.assumptions.map((sentence) => (
        <Text key={sentence} size="xs" c="dimmed">
          {sentence}
        </Text>
      ))}
    </>
  )
}

function Lines({ effect }: { effect: Effect }) {
  const options = useOptions()
  return (
    <PlainTable
      label="Line by line"
      spacing={5}
      rows={effect.lines}
      keyOf={(line) => line.rate_name}
      columns={[
        {
          heading: 'Rate, without GST',
          isStrong: true,
          cell: (line) => (
            <>
              {line.rate_name}
              <div className={classes.quiet}>
                {quantityText(options, line.quantity, line.rate_unit)}
              </div>
            </>
          ),
        },
        { heading: 'Now', isNumber: true, cell: (line) => amount(line.before) },
        { heading: 'New', isNumber: true, cell: (line) => amount(line.after) },
        { heading: 'Change', isNumber: true, cell: (line) => signed(line.difference) },
      ]}
    />
  )
}

const amount = (value: string | null) => (value === null ? '–' : <Money value={value} />)
