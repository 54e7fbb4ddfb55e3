import { Button, Group } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { Link } from 'react-router'
import { type Bill, bill } from '#domain/bills/bill.ts'
import { billCalls } from '#domain/bills/bill-calls.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { humanise } from '#domain/kit/wording.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import type { BulkOffers } from '#web/kit/list/bulk-bar.tsx'
import type { DataRow } from '#web/kit/list/data-table.tsx'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import { sumQuery } from '#web/kit/list/use-list.ts'
import type { Params } from '#web/kit/session/api.ts'
import { billBadges } from './bill-badges.ts'
import { BillBulk } from './bill-bulk.tsx'
import { billQuestions, billViews } from './bill-views.ts'

const cells = {
  // The list asks for whole rows, so the row is a bill.
  bill_status: (row: DataRow) => <BillChips row={row as unknown as Bill} />,
}
const names = ['tocheck', 'due', 'unpaid'] as const

interface Props {
  /** What else can be done to those that are chosen, by modules that come after this one. */
  bulkBeside?: BulkOffers
}

/** What suppliers ask for, with the questions the office asks about it every day. */
export function BillsScreen({ bulkBeside }: Props) {
  const [list] = useQueryState('list', parseAsStringLiteral(names))
  const source = list ? billQuestions[list] : undefined
  return (
    <ListScreen
      entity={bill}
      builtIn={billViews}
      cells={cells}
      {...(source ? { source } : {})}
      summary={(params) => <Totals path={source?.path ?? billCalls.list.path} params={params} />}
      actions={
        <Button
          component={Link}
          to="/app/bills/import"
          variant="default"
          leftSection={<IconFileImport size={15} aria-hidden />}
        >
          Import bills
        </Button>
      }
      bulk={{
        approve_bills: (ids, onDone) => <BillBulk ids={ids} onDone={onDone} />,
        ...bulkBeside,
      }}
    />
  )
}

function BillChips({ row }: { row: Bill }) {
  return (
    <Group gap={4} wrap="nowrap">
      <StatusChip value={row.bill_status} label={humanise(row.bill_status)} />
      {billBadges(row).map((badge) => (
        <StatusChip key={badge.label} {...badge} />
      ))}
    </Group>
  )
}

/** What our books say is owed, beside what the bills themselves ask for. */
function Totals({ path, params }: { path: string; params: Params }) {
  const owed = useQuery(sumQuery(path.slice(1), 'balance', params))
  const asked = useQuery(sumQuery(path.slice(1), 'due_total', params))
  if (!owed.data || !asked.data) return null
  return ` · $${formatMoney(asked.data)} on the bills · $${formatMoney(owed.data)} still to pay`
}
