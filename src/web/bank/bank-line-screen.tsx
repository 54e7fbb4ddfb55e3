import { Button, Menu, Paper, Stack, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { banktransaction } from '#domain/bank/banktransaction.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { humanise } from '#domain/kit/wording.ts'
import { ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import { ActionButton } from '#web/kit/frame/action-buttons.tsx'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Facts } from '#web/kit/frame/facts.tsx'
import { HistoryPanel } from '#web/kit/frame/history-panel.tsx'
import { MoreMenu } from '#web/kit/frame/more-menu.tsx'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { useRowId } from '#web/kit/session/use-row.ts'
import { forgetBank, type KnownLine, lineQuery } from './bank-query.ts'
import { openAgainAction, unmatchAction } from './line-actions.ts'
import { titleOf } from './line-list.tsx'
import { isOpen } from './line-panel.tsx'
import { MatchedParts } from './matched-parts.tsx'
import { removeForGood } from './remove-for-good.ts'
import { TakenBack } from './taken-back.tsx'
import { WhyByItself } from './why-by-itself.tsx'

const facts = [
  'bankaccount_id',
  'transaction_date',
  'processed_date',
  'other_party',
  'other_account',
  'particulars',
  'code',
  'reference',
  'memo',
  'bank_type',
  'balance_after',
  'bank_line_id',
  'feed_line_id',
  'source',
  'matched_by',
  'matched_at',
  'bankstatement_id',
  'bankimport_id',
  'notes',
]

const BY_HAND = 'It was added by hand; the bank never showed it.'
const TAKEN_BACK = 'The bank has taken it back.'
const LIST = '/app/banktransactions'

/** One line of a bank statement: what the bank says, what it is, and who said so. */
export function Screen() {
  const id = useRowId()
  const line = useQuery({ ...lineQuery(id ?? 0), enabled: id !== null })
  if (line.data) return <Line line={line.data} />
  return (
    <Page title="Bank transaction" summary=" ">
      {id === null && (
        <NothingHere title="No line is chosen.">
          <Button component={Link} to={LIST}>
            Go to the lines
          </Button>
        </NothingHere>
      )}
      {line.isError && <Trouble cause={line.error} onRetry={() => void line.refetch()} />}
    </Page>
  )
}

function Line({ line }: { line: KnownLine }) {
  const { row, parts, titles } = line
  const amount = formatMoney(row.amount.replace('-', ''))
  const title = `${row.amount.startsWith('-') ? 'Out' : 'In'}: $${amount}`
  return (
    <Page
      title={title}
      tabTitle={`${title} ${titleOf(row)}`}
      summary={[titleOf(row), formatDayShort(row.transaction_date)].join(' · ')}
      crumbs={<Crumbs path={[['Bank Transactions', LIST]]} here={titleOf(row)} />}
      chips={<StatusChip value={row.transaction_status} label={humanise(row.transaction_status)} />}
      actions={<Actions line={line} />}
    >
      <Stack gap="md">
        <TakenBack row={row} />
        {row.explained_as && (
          <Paper component="section">
            <Title order={2} mb="xs">
              {row.explained_as}
            </Title>
            <WhyByItself row={row} />
            <MatchedParts parts={parts} />
          </Paper>
        )}
        <Facts
          entity={banktransaction}
          row={row}
          titles={titles}
          names={facts}
          heading="What the bank says"
          isBrief
        />
        <HistoryPanel entity={banktransaction} id={row.id} />
      </Stack>
    </Page>
  )
}

function Actions({ line }: { line: KnownLine }) {
  const { row, actions } = line
  const navigate = useNavigate()
  const [isAsked, setIsAsked] = useState(false)
  const asked = row.transaction_status === 'ignored' ? openAgainAction : unmatchAction
  const unmatch = actions.find((one) => one.action === 'unmatch')
  const mayRemove = actions.some((one) => one.action === 'delete' && one.allowed)
  return (
    <>
      {mayRemove && (
        <MoreMenu>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={async () => {
              const about = {
                id: row.id,
                name: titleOf(row),
                consequence: row.taken_back_at ? TAKEN_BACK : BY_HAND,
              }
              if (await removeForGood(banktransaction, about)) await navigate(LIST)
            }}
          >
            Delete
          </Menu.Item>
        </MoreMenu>
      )}
      {unmatch && !isOpen(line) && (
        <ActionButton
          action={unmatch}
          label={asked.button}
          isMain={false}
          onStart={() => setIsAsked(true)}
        />
      )}
      {isOpen(line) && (
        <Button component={Link} to={`${LIST}?line=${row.id}`}>
          Say what it is
        </Button>
      )}
      <ReasonDialog
        action={isAsked ? asked : null}
        row={row}
        onClose={() => setIsAsked(false)}
        refresh={forgetBank}
      />
    </>
  )
}
