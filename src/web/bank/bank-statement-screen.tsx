import { Alert, Anchor, Button, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { bankstatementCalls, type StatementInfo } from '#domain/bank/bank-calls.ts'
import { type BankStatement, bankstatement } from '#domain/bank/bankstatement.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { cents, formatMoney } from '#domain/kit/money.ts'
import { humanise, plural } from '#domain/kit/wording.ts'
import { type ReasonAction, ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import { ActionButton } from '#web/kit/frame/action-buttons.tsx'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { HistoryPanel } from '#web/kit/frame/history-panel.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import type { Info } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import { useRowId } from '#web/kit/session/use-row.ts'
import { forgetBank } from './bank-query.ts'
import { StatementFigures } from './statement-figures.tsx'

/** One statement: what the bank says against what the books say, and why they differ. */
export function Screen() {
  const id = useRowId()
  const { data, error, refetch } = useQuery({
    queryKey: ['bankstatement', id, 'figures'],
    queryFn: ({ signal }) => send(bankstatementCalls.get, { id: id ?? 0 }, { signal }),
    staleTime: 0,
  })
  if (data) return <Statement row={data.data} info={data.info} />
  return (
    <Page title="Bank statement" summary=" ">
      {error ? (
        <Trouble cause={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} radius="lg" />
      )}
    </Page>
  )
}

interface Props {
  row: BankStatement
  info: Info & StatementInfo
}

function Statement({ row, info }: Props) {
  const account = info.titles?.bankaccount?.[String(row.bankaccount_id)] ?? 'Bank account'
  const day = formatDayShort(row.statement_date)
  return (
    <Page
      title={`Statement to ${day}`}
      tabTitle={`${account} to ${day}`}
      summary={`${account} · the bank says ${formatMoney(row.closing_balance)}`}
      crumbs={<Crumbs path={[['Bank statements', '/app/bankstatements']]} here={day} />}
      chips={<StatusChip value={row.statement_status} label={humanise(row.statement_status)} />}
      actions={<Actions row={row} info={info} />}
    >
      <Stack gap="md">
        <Findings row={row} info={info} />
        <Paper component="section">
          <Title order={2} mb="xs">
            Bank against books
          </Title>
          <StatementFigures row={row} info={info} />
        </Paper>
        <HistoryPanel entity={bankstatement} id={row.id} />
      </Stack>
    </Page>
  )
}

/** What stands in the way of agreeing, each with where to look. */
function Findings({ row, info }: Props) {
  if (row.statement_status === 'agreed') return null
  const { missing, unmatched_lines, difference } = info
  const isMissing = cents(missing) !== 0
  const isOff = cents(difference) !== 0
  if (!isMissing && !isOff && unmatched_lines === 0)
    return <Alert color="petrol">Bank and books agree to the cent.</Alert>
  return (
    <Alert color="amber" title="Before this can be agreed">
      {isMissing && (
        <Text size="sm">
          Lines are missing: {formatMoney(missing)}. The statement before closed with{' '}
          {formatMoney(info.closed_before)}.
        </Text>
      )}
      {unmatched_lines > 0 && (
        <Text size="sm">
          <Anchor
            component={Link}
            to={`/app/banktransactions?account=${row.bankaccount_id}`}
            underline="always"
            c="inherit"
            inherit
          >
            {plural(unmatched_lines, 'line')}
          </Anchor>{' '}
          {unmatched_lines === 1 ? 'is' : 'are'} not explained yet.
        </Text>
      )}
      {isOff && <Text size="sm">Bank and books differ by {formatMoney(difference)}.</Text>}
    </Alert>
  )
}

const agree: ReasonAction = {
  title: 'Do bank and books agree?',
  text: 'The lines up to this day are reconciled: their matches stay as they are.',
  button: 'Agree',
  call: bankstatementCalls.agree,
  reason: 'none',
}
const reopen: ReasonAction = {
  title: 'Open the statement again?',
  text: 'Its lines are matched, but no longer reconciled.',
  button: 'Open again',
  call: bankstatementCalls.reopen,
  reason: 'needed',
}
const byName: Record<string, ReasonAction> = { agree, reopen }

function Actions({ row, info }: Props) {
  const [asked, setAsked] = useState<ReasonAction | null>(null)
  const actions = (info.available_actions ?? []).filter(({ action }) => action in byName)
  return (
    <>
      {row.statement_status === 'open' && (
        <Button component={Link} to={`/app/bankstatement/edit?id=${row.id}`} variant="default">
          Edit
        </Button>
      )}
      {actions
        .filter(
          (one) => one.allowed || (one.action === 'agree') === (row.statement_status === 'open'),
        )
        .map((one) => (
          <ActionButton
            key={one.action}
            action={one}
            label={byName[one.action]?.button ?? ''}
            isMain={one.action === 'agree'}
            onStart={() => setAsked(byName[one.action] ?? null)}
          />
        ))}
      <ReasonDialog action={asked} row={row} onClose={() => setAsked(null)} refresh={forgetBank} />
    </>
  )
}
