import { atLeast } from '#domain/access/role.ts'
import { type Adjustment, adjustment } from '#domain/books/adjustment.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { humanise } from '#domain/kit/wording.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { AddressTabs } from '#web/kit/frame/address-tabs.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { Facts } from '#web/kit/frame/facts.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import layout from '#web/kit/frame/two-columns.module.css'
import type { Answer, Titles } from '#web/kit/session/api.ts'
import { useSession } from '#web/kit/session/session.ts'
import { RecordMessages } from '#web/messaging/record-messages.tsx'
import { AboutTab, aboutParts, aboutTabs } from '#web/tasks/about-record.tsx'
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

const tabs = { facts: 'Adjustment', messages: 'Messages', ...aboutTabs(adjustment) }
const bookTabs = {
  facts: 'Adjustment',
  books: 'Books',
  messages: 'Messages',
  ...aboutTabs(adjustment),
}

/** One adjustment: why it was made, the money on it, and what can be done about it. */
export function AdjustmentDetails({ answer }: { answer: Answer<EditRow> }) {
  // The call answers a row of the entity it names.
  const row = answer.data as EditRow & Adjustment
  const { role } = useSession()
  const titles = answer.info.titles ?? {}
  const [name, path] = whose(row, titles)
  const words = ownerWords[ownerOf(row)]
  const isDebt = row.side === 'debit'
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
        <AddressTabs
          labels={atLeast(role, 'manager') ? bookTabs : tabs}
          first="facts"
          parts={aboutParts}
        >
          {(tab) => <Panel {...{ tab, row, titles }} />}
        </AddressTabs>
      </div>
    </Page>
  )
}

interface PanelProps {
  tab: keyof typeof bookTabs
  row: EditRow & Adjustment
  titles: Titles
}

function Panel({ tab, row, titles }: PanelProps) {
  switch (tab) {
    case 'books':
      return <AdjustmentLedger adjustment_id={row.id} />
    case 'messages':
      return (
        <RecordMessages
          about={{ adjustment_id: row.id }}
          nothing="Letters about it and its reminders stand here once they are sent."
        />
      )
    case 'about':
    case 'history':
      return <AboutTab tab={tab} entity={adjustment} row={row} />
    default:
      return <Facts entity={adjustment} row={row} titles={titles} names={namesOf(row)} isBrief />
  }
}

function namesOf(row: EditRow & Adjustment): string[] {
  const names = [...common, ...(row.side === 'debit' ? owed : ['credit_left'])]
  return names.filter((name) => !(ifAny.has(name) && Number(row[name]) === 0))
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
