import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  type CommissionStatement,
  commissionstatement,
} from '#domain/commissions/commissionstatement.ts'
import { formatMoney } from '#domain/kit/money.ts'
import type { DataRow } from '#web/kit/list/data-table.tsx'
import type { Filter } from '#web/kit/list/filters.ts'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import { viewOf } from '#web/kit/list/saved-views.ts'
import { sumQuery } from '#web/kit/list/use-list.ts'
import type { Params } from '#web/kit/session/api.ts'
import { SendDrafts } from './send-drafts.tsx'
import { StatementChip } from './statement-chip.tsx'
import { StatementFile } from './statement-file.tsx'

const status = (...values: string[]): Filter => ({
  field: 'statement_status',
  operator: 'in',
  values,
})
const owed: Filter = { field: 'to_pay', operator: 'gt', values: ['0'] }
const carriedOn: Filter = { field: 'to_pay', operator: 'eq', values: ['0'] }

const views = [
  viewOf('Drafts', [status('draft')]),
  viewOf('To pay', [status('sent'), owed]),
  viewOf('Carried', [status('sent'), carriedOn]),
  viewOf('Paid', [status('paid', 'cleared')]),
  viewOf('Cancelled', [status('cancelled')]),
]

const cells = {
  // The list asks for whole rows, so the row is a statement.
  statement_status: (row: DataRow) => (
    <StatementChip status={(row as unknown as CommissionStatement).statement_status} />
  ),
  statement_number: (row: DataRow) => String(row.statement_number ?? 'Draft'),
}

/** What partners were told of what they earned, and what is to be paid by it. */
export function Screen() {
  return (
    <ListScreen
      entity={commissionstatement}
      builtIn={views}
      cells={cells}
      isKept
      isReadOnly
      none="None yet: what partners earn waits until it is stated."
      summary={(params) => <Totals params={params} />}
      actions={
        <Button
          component={Link}
          to="/app/commissionstatements/run"
          leftSection={<IconPlayerPlay size={15} aria-hidden />}
        >
          Statement run
        </Button>
      }
      bulk={{
        send_statements: (ids, onDone) => <SendDrafts ids={ids} onDone={onDone} />,
        pay_statements: (ids, onDone) => <StatementFile ids={ids} onDone={onDone} />,
      }}
    />
  )
}

function Totals({ params }: { params: Params }) {
  const total = useQuery(sumQuery(commissionstatement.plural, 'total', params))
  const toPay = useQuery(sumQuery(commissionstatement.plural, 'to_pay', params))
  if (!total.data || !toPay.data) return null
  return ` · $${formatMoney(total.data)} with GST · $${formatMoney(toPay.data)} to pay or paid`
}
