import { Stack, Tabs } from '@mantine/core'
import { atLeast } from '#domain/access/role.ts'
import { type Adjustment, adjustment } from '#domain/books/adjustment.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { humanise } from '#domain/kit/wording.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Facts } from '#web/kit/frame/facts.tsx'
import { HistoryPanel } from '#web/kit/frame/history-panel.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import layout from '#web/kit/frame/two-columns.module.css'
import type { Answer } from '#web/kit/session/api.ts'
import { useSession } from '#web/kit/session/session.ts'
import { TasksPanel } from '#web/tasks/tasks-panel.tsx'
import { AdjustmentActions } from './adjustment-actions.tsx'
import { AdjustmentChips } from './adjustment-chips.tsx'
import { AdjustmentLedger } from './adjustment-ledger.tsx'
import { ownerOf, ownerWords } from './adjustment-owners.ts'
import { CreditUsed } from './credit-used.tsx'
import { MoneyOnItem } from './money-on-item.tsx'

const common = [
  'customer_id',
  'supplier_id',
  'account_number_with_supplier',
  'kind',
  'side',
  'amount',
  'gst_amount',
  'adjustment_date',
  'reason',
]
const owed = ['due_date', 'balance', 'written_off', 'reminded_at', 'hold_reason', 'held_date']
// Nothing of these is not worth a line.
const ifAny = new Set(['gst_amount', 'written_off'])

/** One adjustment: why it was made, the money on it, and what can be done about it. */
export function AdjustmentDetails({ answer }: { answer: Answer<EditRow> }) {
  // The call answers a row of the entity it names.
  const row = answer.data as EditRow & Adjustment
  const { role } = useSession()
  const titles = answer.info.titles ?? {}
  const [name, path] = whose(row, titles)
  const words = ownerWords[ownerOf(row)]
  const isDebt = row.side === 'debit'
  const names = [...common, ...(isDebt ? owed : ['credit_left'])].filter(
    (name) => !(ifAny.has(name) && Number(row[name]) === 0),
  )
  return (
    <Page
      title={`${humanise(row.kind)} of $${formatMoney(row.amount)}`}
      tabTitle={`${row.adjustment_number} ${name}`}
      summary={[row.adjustment_number, name, formatDayShort(row.adjustment_date)].join(' · ')}
      crumbs={
        <Crumbs
          path={[
            ['Adjustments', '/app/adjustments'],
            [name, path],
          ]}
          here={row.adjustment_number}
        />
      }
      chips={<AdjustmentChips row={row} />}
      actions={<AdjustmentActions row={row} actions={answer.info.available_actions ?? []} />}
    >
      <div className={layout.main}>
        {isDebt ? (
          <MoneyOnItem
            of={{ adjustment_id: row.id }}
            title="Money on this adjustment"
            nothing={words.unpaid}
          />
        ) : (
          <CreditUsed
            of={{ credit_adjustment_id: row.id }}
            title="Where the credit went"
            nothing={words.unused}
            left={row.credit_left}
          />
        )}
        <Tabs defaultValue="facts" keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="facts">Adjustment</Tabs.Tab>
            {atLeast(role, 'manager') && <Tabs.Tab value="books">Books</Tabs.Tab>}
            <Tabs.Tab value="tasks">Tasks</Tabs.Tab>
            <Tabs.Tab value="history">History</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="facts">
            <Facts entity={adjustment} row={row} titles={titles} names={names} isBrief />
          </Tabs.Panel>
          <Tabs.Panel value="books">
            <AdjustmentLedger adjustment_id={row.id} />
          </Tabs.Panel>
          <Tabs.Panel value="tasks">
            <Stack gap="md">
              <TasksPanel about={{ reference_object: 'adjustment', reference_id: row.id }} />
            </Stack>
          </Tabs.Panel>
          <Tabs.Panel value="history">
            <HistoryPanel entity={adjustment} id={row.id} />
          </Tabs.Panel>
        </Tabs>
      </div>
    </Page>
  )
}

/** Who it is about, and where more of them is to be found. */
function whose(row: Adjustment, titles: Record<string, Record<string, string>>): [string, string] {
  const { customer_id, supplier_id } = row
  if (supplier_id !== null)
    return [
      titles.supplier?.[String(supplier_id)] ?? `Supplier ${supplier_id}`,
      `/app/supplier/details?id=${supplier_id}`,
    ]
  return [
    titles.customer?.[String(customer_id)] ?? `Customer ${customer_id}`,
    `/app/customer/details?id=${customer_id}&tab=billing`,
  ]
}
