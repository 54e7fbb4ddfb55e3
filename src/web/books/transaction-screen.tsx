import { Alert, Anchor, Button, Paper, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { type Transaction, transaction } from '#domain/books/transaction.ts'
import { transactionCalls } from '#domain/books/transaction-calls.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { ask } from '#web/kit/dialogs/ask.tsx'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Facts } from '#web/kit/frame/facts.tsx'
import { HistoryPanel } from '#web/kit/frame/history-panel.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { RecordScreen } from '#web/kit/frame/record-screen.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import layout from '#web/kit/frame/two-columns.module.css'
import type { Answer } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import { EntryLines } from './entry-lines.tsx'
import { eventText } from './event-words.ts'
import { forgetMoney } from './forget-money.ts'
import { ManualEntry } from './manual-entry.tsx'

/** One entry of the books; without an id in the address, the form to book one by hand. */
export function Screen() {
  return (
    <RecordScreen entity={transaction} title="Transaction" none={<ManualEntry />}>
      {(answer) => <Entry answer={answer} />}
    </RecordScreen>
  )
}

const facts = [
  'transaction_date',
  'customer_id',
  'supplier_id',
  'invoice_id',
  'adjustment_id',
  'bill_id',
  'invoicepayment_id',
  'billpayment_id',
  'reason',
  'actor_name',
  'impersonator_name',
  'source',
  'request_id',
]

function Entry({ answer }: { answer: Answer<EditRow> }) {
  // The call answers a row of the entity it names.
  const row = answer.data as EditRow & Transaction
  const back = useQuery({
    queryKey: ['transactions', 'taking back', row.id],
    queryFn: async () =>
      (await send(transactionCalls.list, { reverses_id: row.id, limit: 1 })).data ?? [],
  })
  const reversal = back.data?.[0]
  const mayTakeBack =
    row.event === ledgerEvents.manual && !row.reverses_id && back.data?.length === 0
  return (
    <Page
      title={eventText(row.event)}
      tabTitle={`Transaction: ${eventText(row.event)}`}
      summary={`${formatDayShort(row.transaction_date)} · $${formatMoney(row.amount)}`}
      crumbs={<Crumbs path={[['Transactions', '/app/transactions']]} here={`Entry ${row.id}`} />}
      actions={
        mayTakeBack && (
          <Button variant="default" onClick={() => void takeBackTransaction(row)}>
            Take back
          </Button>
        )
      }
    >
      <div className={layout.main}>
        {row.reverses_id && (
          <Alert color="gray">
            Takes back{' '}
            <Anchor component={Link} to={`/app/transaction?id=${row.reverses_id}`} size="sm">
              an earlier entry
            </Anchor>
            .
          </Alert>
        )}
        {reversal && (
          <Alert color="amber">
            Taken back by{' '}
            <Anchor component={Link} to={`/app/transaction?id=${reversal.id}`} size="sm">
              a later entry
            </Anchor>
            .
          </Alert>
        )}
        <EntryLines transaction_id={row.id} />
        <Facts
          entity={transaction}
          row={row}
          titles={answer.info.titles ?? {}}
          names={facts}
          isBrief
        />
        {row.event === ledgerEvents.manual && (
          <Paper component="section">
            <Title order={2} mb="xs">
              History
            </Title>
            <HistoryPanel entity={transaction} id={row.id} />
          </Paper>
        )}
      </div>
    </Page>
  )
}

async function takeBackTransaction({ id, version }: EditRow): Promise<void> {
  const answer = await ask<'back' | 'cancel'>({
    title: 'Take the entry back?',
    text: 'Another entry with the sides turned is booked; both stay in the books.',
    cancel: 'cancel',
    answers: [
      { answer: 'cancel', label: 'Cancel' },
      { answer: 'back', label: 'Take back', isDanger: true },
    ],
  })
  if (answer === 'cancel') return
  try {
    toast((await send(transactionCalls.remove, { id, version })).message)
  } catch (cause) {
    toastProblem(cause)
  } finally {
    await forgetMoney()
  }
}
