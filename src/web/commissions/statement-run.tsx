import { Alert, Anchor, Button, Checkbox, List, Paper, Skeleton, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CommissionStatement } from '#domain/commissions/commissionstatement.ts'
import {
  commissionstatementCalls,
  type RunResult,
} from '#domain/commissions/commissionstatement-calls.ts'
import { cents, formatMoney, sumCents } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import type { Titles } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import { SendDrafts } from './send-drafts.tsx'
import {
  forgetStatements,
  MOST_STATEMENTS,
  proposalQuery,
  statementsQuery,
} from './statement-query.ts'

/** Drafts for all partners at once: looked at, chosen, sent. It may be repeated at any time. */
export function Screen() {
  const drafts = useQuery(statementsQuery({ statement_status: 'draft', order: 'id' }))
  const [made, setMade] = useState<readonly RunResult[] | null>(null)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const rows = drafts.data?.rows ?? []
  const chosen = rows.map(({ id }) => id).filter((id) => !left.has(id))
  const run = useSubmit(async (key) => {
    try {
      setMade((await send(commissionstatementCalls.run, {}, { key })).data)
    } finally {
      await forgetStatements()
    }
  })
  const toPay = sumCents(rows.map(({ to_pay }) => cents(to_pay)))
  return (
    <Page
      title="Statement run"
      summary={
        drafts.data ? `${plural(rows.length, 'draft')} · $${formatMoney(toPay)} to pay` : ' '
      }
      crumbs={
        <Crumbs
          path={[['Commission statements', '/app/commissionstatements']]}
          here="Statement run"
        />
      }
      actions={
        <>
          <Button
            variant={rows.length === 0 ? 'filled' : 'default'}
            leftSection={<IconPlayerPlay size={15} aria-hidden />}
            loading={run.isBusy}
            onClick={() => run.onSubmit()}
          >
            Draft for all
          </Button>
          {/* Stays when the last draft has left, to say what became of it. */}
          <SendDrafts ids={chosen} isMain={rows.length > 0} onDone={() => setMade(null)} />
        </>
      }
    >
      {run.problem && (
        <Alert color="red" role="alert">
          {run.problem}
        </Alert>
      )}
      {made && <Made results={made} />}
      {drafts.isPending && <Skeleton height={240} radius="lg" />}
      {drafts.error && <Trouble cause={drafts.error} onRetry={() => void drafts.refetch()} />}
      {drafts.data && rows.length === 0 && <NoDrafts />}
      {drafts.data && rows.length > 0 && (
        <Drafts rows={rows} titles={drafts.data.titles} left={left} onLeft={setLeft} />
      )}
      {drafts.data && drafts.data.total > MOST_STATEMENTS && (
        <Text size="sm" c="dimmed">
          The first {MOST_STATEMENTS} of {drafts.data.total.toLocaleString('en-NZ')}: the others
          follow once these are sent.
        </Text>
      )}
    </Page>
  )
}

function NoDrafts() {
  return (
    <NothingHere
      title="No drafts wait."
      description="On the third working day of a month they are made by themselves, or now with Draft for all."
    />
  )
}

/** What the run made just now; those with a draft already kept it. */
function Made({ results }: { results: readonly RunResult[] }) {
  const failed = results.filter(({ problem }) => problem !== null)
  const count = results.length - failed.length
  return (
    <Alert color={failed.length > 0 ? 'amber' : 'petrol'} role="status">
      {count === 0 && failed.length === 0
        ? 'Nothing new: whoever earned something has a draft, and keeps it.'
        : `${plural(count, 'draft')} made.`}
      {failed.length > 0 && (
        <List size="sm">
          {failed.map(({ partner, problem }) => (
            <List.Item key={partner}>
              {partner}: {problem}
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  )
}

interface DraftsProps {
  rows: readonly CommissionStatement[]
  titles: Titles
  /** Drafts that are not to be sent now. */
  left: ReadonlySet<number>
  onLeft: (left: ReadonlySet<number>) => void
}

function Drafts({ rows, titles, left, onLeft }: DraftsProps) {
  // The server knows what is missing of each partner.
  const proposals = useQueries({ queries: rows.map((row) => proposalQuery(row.partner_id)) })
  const nameOf = ({ partner_id }: CommissionStatement) =>
    titles.partner?.[String(partner_id)] ?? `Partner ${partner_id}`
  const toggle = (id: number) => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    onLeft(next)
  }
  const amount = (
    heading: string,
    name: 'sum' | 'gst' | 'to_pay' | 'carried',
  ): Column<CommissionStatement> => ({
    heading,
    isNumber: true,
    isStrong: name === 'to_pay',
    cell: (row) => <Money value={row[name]} />,
    foot: formatMoney(sumCents(rows.map((row) => cents(row[name])))),
  })
  const columns: Column<CommissionStatement>[] = [
    {
      heading: 'Send',
      width: 44,
      cell: (row) => (
        <Checkbox
          size="xs"
          aria-label={`Send ${nameOf(row)}`}
          checked={!left.has(row.id)}
          onChange={() => toggle(row.id)}
        />
      ),
    },
    {
      heading: 'Partner',
      isRowHeading: true,
      cell: (row) => (
        <Anchor component={Link} to={`/app/commissionstatement?id=${row.id}`} size="sm">
          {nameOf(row)}
        </Anchor>
      ),
      foot: 'All',
    },
    { heading: 'Lines', isNumber: true, cell: ({ line_count }) => line_count },
    amount('Earned', 'sum'),
    amount('GST', 'gst'),
    amount('To pay', 'to_pay'),
    amount('Carried', 'carried'),
    {
      heading: 'Look at this first',
      cell: (_row, place) =>
        proposals[place]?.data?.warnings.map((warning) => (
          <Text key={warning} size="xs" miw={180}>
            {warning}
          </Text>
        )),
    },
  ]
  return (
    <Paper component="section" aria-label="Drafts">
      <PlainTable label="Drafts" columns={columns} rows={rows} keyOf={({ id }) => id} />
    </Paper>
  )
}
