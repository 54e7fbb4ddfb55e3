import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { businessToday } from '#domain/kit/calendar.ts'
import { addDays, monthStart } from '#domain/kit/day-number.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { billingrun } from '#domain/runs/billingrun.ts'
import { billingrunCalls, type RunChoice } from '#domain/runs/billingrun-calls.ts'
import type { DryLine, DryRunTotals } from '#domain/runs/run-lines.ts'
import { EntityInput } from '#web/kit/form/entity-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import classes from './billing-run.module.css'
import { BooksCheck } from './billing-run-books.tsx'
import { ChargesAlone } from './billing-run-charges.tsx'
import { BillingRunCoverage } from './billing-run-coverage.tsx'
import { BillingRunLines } from './billing-run-lines.tsx'
import { forgetRuns } from './billing-run-queries.ts'
import { RecentRuns } from './billing-run-recent.tsx'

const names = ['billed_to_date', 'invoice_date', 'supplier_id', 'customer_type'] as const
type Choice = Pick<RunChoice, (typeof names)[number]>
type DryRun = DryRunTotals & { lines: DryLine[] }

/** What to bill, and what it would come to before anything is made. */
export function BillingRunChoice({ onStarted }: { onStarted: (id: number) => void }) {
  const { role } = useSession()
  const today = businessToday(Temporal.Now.instant())
  const [choice, setChoice] = useState<Choice>({
    billed_to_date: addDays(monthStart(today), -1),
    invoice_date: today,
    supplier_id: null,
    customer_type: null,
  })
  const [found, setFound] = useState<DryRun | null>(null)
  const look = useSubmit(async () => {
    const { data, info } = await send(billingrunCalls.dryRun, choice)
    setFound({ ...info, lines: data ?? [] })
  })
  const start = useSubmit(async (key) => {
    const { data } = await send(billingrunCalls.create, choice, { key })
    await forgetRuns()
    onStarted(data.id)
  })
  const set = (name: keyof Choice) => (value: unknown) => {
    setChoice({ ...choice, [name]: value })
    // What was looked at is what stands here; anything else is looked at again.
    setFound(null)
  }
  return (
    <Stack gap="md">
      <Paper component="section">
        <Title order={2} mb="sm">
          What to bill
        </Title>
        <form onSubmit={look.onSubmit}>
          <div className={classes.choice}>
            {names.map((name) => (
              <EntityInput
                key={name}
                entity={billingrun}
                name={name}
                value={choice[name]}
                error={look.errorOf(name)}
                onChange={set(name)}
              />
            ))}
          </div>
          {look.problem && (
            <Alert color="red" role="alert" mt="sm">
              {look.problem}
            </Alert>
          )}
          <Group mt="md" gap="sm">
            <Button type="submit" variant={found ? 'default' : 'filled'} loading={look.isBusy}>
              {found ? 'Look again' : 'Dry run'}
            </Button>
            <Text size="sm" c="dimmed">
              Computes every invoice and stores nothing.
            </Text>
          </Group>
        </form>
      </Paper>
      {found && (
        <Found
          found={found}
          isBusy={start.isBusy}
          problem={start.problem}
          onStart={start.onSubmit}
        />
      )}
      <ChargesAlone />
      <RecentRuns onOpen={onStarted} />
      <BillingRunCoverage />
      {atLeast(role, 'manager') && <BooksCheck />}
    </Stack>
  )
}

interface FoundProps {
  found: DryRun
  isBusy: boolean
  problem: string | null
  onStart: () => void
}

function Found({ found, isBusy, problem, onStart }: FoundProps) {
  const good = found.total - found.exceptions
  return (
    <Paper component="section">
      <Title order={2} mb={4}>
        What it comes to
      </Title>
      {found.total === 0 ? (
        <Text size="sm" role="status">
          Every contract is billed up to this day already.
        </Text>
      ) : (
        <>
          <Text size="sm" role="status" mb="sm">
            {plural(good, 'invoice')}, ${formatMoney(found.discounted_total)} paid in time, $
            {formatMoney(found.undiscounted_total)} later.{' '}
            {found.exceptions > 0 && `${plural(found.exceptions, 'contract')} left out. `}
            {found.with_warnings > 0 && `${found.with_warnings} with warnings.`}
          </Text>
          <BillingRunLines lines={found.lines} />
          {problem && (
            <Alert color="red" role="alert" mt="sm">
              {problem}
            </Alert>
          )}
          <Group mt="md">
            <Button loading={isBusy} disabled={good === 0} onClick={onStart}>
              Make {plural(good, 'draft')}
            </Button>
          </Group>
        </>
      )}
    </Paper>
  )
}
