import { Button, Stack } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { bankaccount } from '#domain/bank/bankaccount.ts'
import { formatBankAccount } from '#domain/kit/bank-account.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Facts } from '#web/kit/frame/facts.tsx'
import { HistoryPanel } from '#web/kit/frame/history-panel.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { RecordScreen } from '#web/kit/frame/record-screen.tsx'
import type { Answer } from '#web/kit/session/api.ts'
import { useSession } from '#web/kit/session/session.ts'
import { FeedPanel } from './feed/feed-panel.tsx'

const facts = ['ledger_account', 'opening_date', 'opening_balance']

/** One account of ours at a bank: what it is, and how its lines come in. */
export function Screen() {
  return (
    <RecordScreen entity={bankaccount} title="Bank account">
      {(answer) => <Account answer={answer} />}
    </RecordScreen>
  )
}

function Account({ answer: { data: row, info } }: { answer: Answer<EditRow> }) {
  const { role } = useSession()
  const name = String(row.name)
  return (
    <Page
      title={name}
      summary={formatBankAccount(String(row.bank_account_number))}
      crumbs={<Crumbs path={[['Bank accounts', '/app/bankaccounts']]} here={name} />}
      actions={
        <>
          {atLeast(role, bankaccount.access.write) && (
            <Button
              component={Link}
              to={`/app/bankaccount/edit?id=${row.id}`}
              variant="default"
              leftSection={<IconPencil size={15} aria-hidden />}
            >
              Edit
            </Button>
          )}
          <Button component={Link} to={`/app/banktransactions?account=${row.id}`}>
            Look at its lines
          </Button>
        </>
      }
    >
      <Stack gap="md">
        {!row.is_closed && <FeedPanel id={row.id} name={name} />}
        <Facts
          entity={bankaccount}
          row={row}
          titles={info.titles ?? {}}
          names={facts}
          heading="Account"
        />
        <HistoryPanel entity={bankaccount} id={row.id} />
      </Stack>
    </Page>
  )
}
