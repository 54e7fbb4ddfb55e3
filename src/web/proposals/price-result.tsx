import { Alert, Divider, Paper, Skeleton, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { type ComparedLine, compareLines } from '#domain/proposals/compare-lines.ts'
import type { ProposalPrice } from '#domain/proposals/proposal-calls.ts'
import { missingWords, type Pricing, usedWords } from '#domain/proposals/proposal-pricing.ts'
import { quantityText } from '#web/contracts/rate-words.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { Money } from '#web/kit/list/cells.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { messageFrom } from '#web/kit/session/api.ts'
import classes from './price-result.module.css'
import type { usePriced } from './use-priced.ts'

interface Props {
  priced: ReturnType<typeof usePriced>
  hasCustomer: boolean
  hasRates: boolean
  icp_type: string | null
}

/** What the terms on screen come to, and what that rests on. */
export function PriceResult({ priced, hasCustomer, hasRates, icp_type }: Props) {
  const { data, isPending, error, isPartial } = priced
  if (!hasCustomer) return <Hint text="Choose a customer: their own past use is what is priced." />
  if (error) return <Hint text={messageFrom(error)} />
  if (isPending) return <Skeleton height={320} radius="lg" />
  const warnings = missingWords(data?.pricing?.missing)
  if (!data?.pricing) return <Hint text={hasRates ? noUse : noRates} isWarning={hasRates} />
  return (
    <Paper component="section" aria-label="Result" aria-live="polite" className={classes.result}>
      <Figures priced={data} />
      {warnings.map((warning) => (
        <Alert key={warning} color="amber" mt="xs">
          {warning}
        </Alert>
      ))}
      {isPartial && (
        <Text size="xs" c="dimmed" mt={6}>
          Lines without a name or an amount are not counted yet.
        </Text>
      )}
      <Used pricing={data.pricing} icp_type={icp_type} />
      <Title order={2} mt="md">
        Line by line
      </Title>
      <Lines pricing={data.pricing} />
      <Title order={2} mt="md" mb={4}>
        What the figures rest on
      </Title>
      <ul className={classes.assumptions}>
        {data.pricing.assumptions
          .filter((sentence) => !warnings.includes(sentence))
          .map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
      </ul>
    </Paper>
  )
}

const noUse =
  'There is no use to price: the customer’s meters have no two readings in this period yet.'
const noRates = 'Add a rate, and what a year would cost stands here.'

function Hint({ text, isWarning = false }: { text: string; isWarning?: boolean }) {
  if (!isWarning) {
    return (
      <Paper component="section" aria-label="Result">
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </Paper>
    )
  }
  return (
    <Alert color="amber" icon={<IconAlertTriangle size={18} aria-hidden />} title="No use yet">
      {text}
    </Alert>
  )
}

function Figures({ priced }: { priced: ProposalPrice }) {
  const { current_cost, candidate_cost, saving_amount, saving_percent } = priced
  const isDearer = saving_amount?.startsWith('-') ?? false
  const share =
    saving_percent && `${new Exact(saving_percent).abs().toDecimalPlaces(1).toFixed()} %`
  return (
    <>
      <Text size="xs" c="dimmed">
        {isDearer ? 'Costs more each year' : 'Saving a year'}
      </Text>
      <p className={classes.saving} data-dearer={isDearer || undefined}>
        {saving_amount === null ? (
          'Nothing to compare with'
        ) : (
          <>
            ${formatMoney(saving_amount.replace('-', ''))}
            {share && <span className={classes.share}>{share}</span>}
          </>
        )}
      </p>
      <dl className={classes.pairs}>
        <div>
          <dt>Cost now, a year</dt>
          <dd>{current_cost === null ? 'No contract in force' : <Money value={current_cost} />}</dd>
        </div>
        <div>
          <dt>Cost proposed, a year</dt>
          <dd>
            <Money value={candidate_cost} />
          </dd>
        </div>
      </dl>
    </>
  )
}

function Used({ pricing, icp_type }: { pricing: Pricing; icp_type: string | null }) {
  const { period, use } = pricing
  const estimated = new Exact(use.estimated_share).times(100).toDecimalPlaces(0)
  return (
    <>
      <Divider my="sm" />
      <dl className={classes.pairs}>
        <div>
          <dt>
            Use, {formatDayShort(period.from)} – {formatDayShort(period.to)}
          </dt>
          <dd>{usedWords(pricing, icp_type)}</dd>
        </div>
        <div>
          <dt>Estimated</dt>
          <dd>{estimated.toFixed()} %</dd>
        </div>
        {use.missing_days > 0 && (
          <div>
            <dt>Days without readings</dt>
            <dd>{use.missing_days}</dd>
          </div>
        )}
      </dl>
    </>
  )
}

function Lines({ pricing }: { pricing: Pricing }) {
  const hasNow = pricing.current !== null
  return (
    <>
      <Text size="xs" c="dimmed">
        Over the period, before discount and GST
      </Text>
      <PlainTable
        label="Line by line"
        isNarrow
        spacing={4}
        rows={compareLines(pricing)}
        keyOf={(line) => line.rate_name}
        columns={[
          { heading: 'Rate', cell: (line) => <Named line={line} /> },
          hasNow && { heading: 'Now', isNumber: true, cell: (line) => amountOf(line.now) },
          { heading: 'Proposed', isNumber: true, cell: (line) => amountOf(line.proposed) },
          hasNow && {
            heading: 'Saving',
            isNumber: true,
            isStrong: true,
            cell: (line) => <Money value={line.saving} />,
          },
        ]}
      />
    </>
  )
}

function Named({ line }: { line: ComparedLine }) {
  const options = useOptions()
  const side = line.proposed ?? line.now
  const rates = new Set([line.now, line.proposed].flatMap((one) => one?.rates.join(', ') ?? []))
  return (
    <>
      <span className={classes.name}>{line.rate_name}</span>
      {side && (
        <span className={classes.detail}>
          {quantityText(options, side.quantity, side.rate_unit)} · {[...rates].join(' → ')}
        </span>
      )}
    </>
  )
}

const amountOf = (side: ComparedLine['now']) => (side ? <Money value={side.amount} /> : '–')
