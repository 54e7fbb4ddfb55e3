import { Anchor, Badge, Button } from '@mantine/core'
import { IconDownload, IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from 'react-router'
import {
  type CommissionStatement,
  commissionstatement,
} from '#domain/commissions/commissionstatement.ts'
import { commissionstatementCalls } from '#domain/commissions/commissionstatement-calls.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { openDocument } from '#web/invoices/open-document.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { AddressTabs } from '#web/kit/frame/address-tabs.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { HistoryPanel } from '#web/kit/frame/history-panel.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { RecordScreen } from '#web/kit/frame/record-screen.tsx'
import type { Answer } from '#web/kit/session/api.ts'
import { download } from '#web/kit/session/download.ts'
import { rowQuery } from '#web/kit/session/use-row.ts'
import { StatementActions } from './statement-actions.tsx'
import { StatementAmounts } from './statement-amounts.tsx'
import { StatementChip } from './statement-chip.tsx'
import { isUndelivered, StatementDeliveries } from './statement-deliveries.tsx'
import { StatementLines } from './statement-lines.tsx'
import { deliveriesQuery } from './statement-query.ts'
import classes from './statement-screen.module.css'
import { VerifyStatement } from './verify-statement.tsx'

/** One commission statement, drafted or sent. */
export function Screen() {
  const none = <Navigate to="/app/commissionstatements" replace />
  return (
    <RecordScreen entity={commissionstatement} title="Commission statement" none={none}>
      {(answer) => <Details answer={answer} />}
    </RecordScreen>
  )
}

const LOOK_AGAIN_MS = 2000

const tabs = { lines: 'Lines', delivery: 'Delivery', history: 'History' }
type Tab = keyof typeof tabs

function Details({ answer }: { answer: Answer<EditRow> }) {
  // The call answers a row of the entity it names.
  const row = answer.data as EditRow & CommissionStatement
  const titles = answer.info.titles ?? {}
  const partner = titles.partner?.[String(row.partner_id)] ?? 'Partner'
  const name = row.statement_number ?? 'Draft'
  const mails = useQuery(deliveriesQuery(row)).data ?? []
  useQuery({
    ...rowQuery(commissionstatement, row.id),
    refetchInterval: row.is_being_drawn ? LOOK_AGAIN_MS : false,
  })
  return (
    <Page
      title={row.statement_number ? `Statement ${name}` : 'Draft statement'}
      tabTitle={`${name}, ${partner}`}
      summary={<Summary row={row} partner={partner} />}
      crumbs={
        <Crumbs path={[['Commission statements', '/app/commissionstatements']]} here={name} />
      }
      chips={
        <>
          <StatementChip status={row.statement_status} />
          {row.is_being_drawn && <Badge color="amber">PDF is being drawn</Badge>}
          {isUndelivered(mails) && <Badge color="red">Not delivered</Badge>}
        </>
      }
      actions={
        <>
          <Files row={row} />
          <StatementActions row={row} actions={answer.info.available_actions ?? []} />
        </>
      }
    >
      <div className={classes.facts}>
        <StatementAmounts row={row} titles={titles} />
        {row.hash && <VerifyStatement row={row} />}
      </div>
      <AddressTabs labels={tabs} first="lines">
        {(tab: Tab) => {
          if (tab === 'delivery') return <StatementDeliveries row={row} />
          if (tab === 'history') return <HistoryPanel entity={commissionstatement} id={row.id} />
          return <StatementLines row={row} />
        }}
      </AddressTabs>
    </Page>
  )
}

function Summary({ row, partner }: { row: CommissionStatement; partner: string }) {
  const { sent_date, sent_to, to_date, line_count, to_pay, payment_date, is_being_drawn } = row
  return (
    <>
      <Anchor
        component={Link}
        to={`/app/partner/details?id=${row.partner_id}&tab=statements`}
        inherit
        underline="always"
      >
        {partner}
      </Anchor>
      {` · ${plural(line_count, 'line')} up to ${formatDayShort(to_date)}`}
      {` · $${formatMoney(to_pay)} ${payment_date ? 'paid' : 'to pay'}`}
      {sent_date && ` · sent on ${formatDayShort(sent_date)} to ${sent_to}`}
      {is_being_drawn && ' · the mail leaves as soon as its PDF is drawn'}
    </>
  )
}

/** What was sent, as paper, as a table and as the bytes that were hashed. */
function Files({ row }: { row: CommissionStatement }) {
  const { id, statement_number, hash, is_being_drawn } = row
  return (
    <>
      {!is_being_drawn && (
        <Button
          variant="default"
          leftSection={<IconEye size={15} aria-hidden />}
          onClick={() => void openDocument(commissionstatementCalls.document, { id })}
        >
          {statement_number ? 'PDF' : 'Preview'}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden />}
        onClick={() =>
          void download(
            commissionstatementCalls.linesCsv,
            { id },
            `${statement_number ?? 'Commission statement'}.csv`,
          )
        }
      >
        CSV
      </Button>
      {hash && (
        <Button
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={() =>
            void download(commissionstatementCalls.proof, { id }, `${statement_number}.json`)
          }
        >
          JSON
        </Button>
      )}
    </>
  )
}
