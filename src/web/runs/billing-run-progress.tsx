import { Alert, Button, Group, Paper, Progress, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatMoney } from '#domain/kit/money.ts'
import { humanise } from '#domain/kit/wording.ts'
import { type BillingRun, billingrun } from '#domain/runs/billingrun.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { HistoryMore } from '#web/kit/frame/more-menu.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import classes from './billing-run.module.css'
import { BillingRunActions } from './billing-run-actions.tsx'
import { BillingRunLines } from './billing-run-lines.tsx'
import { isWorking, useRun, useRunItems } from './billing-run-queries.ts'

interface Props {
  id: number
  crumbs: ReactNode
  onNew: () => void
}

/** How far a run has come, what it left out, and what can be done next. */
export function BillingRunProgress({ id, crumbs, onNew }: Props) {
  const run = useRun(id)
  const isBusy = run.data ? isWorking(run.data.run) : false
  const { run_status, version } = run.data?.run ?? {}
  const items = useRunItems(id, isBusy, `${run_status} ${version}`)
  if (run.error)
    return (
      <Page title="Billing run" crumbs={crumbs}>
        <Trouble cause={run.error} onRetry={() => void run.refetch()} />
      </Page>
    )
  if (!run.data)
    return (
      <Page title="Billing run" crumbs={crumbs}>
        <Skeleton height={140} />
      </Page>
    )
  const { run: data, actions } = run.data
  return (
    <Page
      title={`Billing run: ${data.name}`}
      tabTitle="Billing run"
      crumbs={crumbs}
      chips={
        <StatusChip value={tones[data.run_status] ?? 'draft'} label={humanise(data.run_status)} />
      }
      summary={`$${formatMoney(data.discounted_total)} paid in time, $${formatMoney(data.undiscounted_total)} later`}
      actions={
        <>
          <HistoryMore entity={billingrun} id={id} />
          <Button variant="default" onClick={onNew}>
            New billing run
          </Button>
          <BillingRunActions run={data} actions={actions} />
        </>
      }
    >
      <Stack gap="md">
        <Paper component="section">
          <Title order={2} mb="sm">
            Progress
          </Title>
          <Bars run={data} />
          {data.message && (
            <Alert color="yellow" mt="sm">
              {data.message}
            </Alert>
          )}
        </Paper>
        {items.data && items.data.items.length > 0 && (
          <Paper component="section">
            <Title order={2} mb="sm">
              Contracts
            </Title>
            <BillingRunLines lines={items.data.items} total={data.rows_total ?? 0} />
          </Paper>
        )}
      </Stack>
    </Page>
  )
}

const tones: Record<string, string> = {
  running: 'open',
  approving: 'open',
  sending: 'open',
  ready: 'active',
  done: 'paid',
  failed: 'failed',
}

function Bars({ run }: { run: BillingRun }) {
  const total = run.rows_total ?? 0
  const steps = [
    ['Drafts made', run.rows_done ?? 0],
    ['Approved', run.rows_approved ?? 0],
    ['Sent', run.rows_sent ?? 0],
  ] as const
  return (
    <div className={classes.bars} aria-live="polite">
      {steps.map(([label, count]) => (
        <div key={label}>
          <Group justify="space-between" mb={4}>
            <Text size="sm">{label}</Text>
            <Text size="sm" className={classes.number}>
              {count} of {total}
            </Text>
          </Group>
          <Progress value={total === 0 ? 0 : (100 * count) / total} aria-label={label} />
        </div>
      ))}
      {(run.rows_failed ?? 0) > 0 && (
        <Text size="sm" c="dimmed">
          {run.rows_failed} left out; the others go on without them.
        </Text>
      )}
    </div>
  )
}
