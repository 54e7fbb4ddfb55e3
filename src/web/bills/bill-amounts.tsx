import { Anchor, Paper, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Bill } from '#domain/bills/bill.ts'
import classes from '#web/kit/frame/pairs.module.css'
import { Money } from '#web/kit/list/cells.tsx'

/** What a bill comes to, GST included, and what is still to pay of it. */
export function BillAmounts({ row }: { row: Bill }) {
  const pairs: [string, string | null][] = [
    ['Charges', row.undiscounted_bill_sum],
    ['Charges paid in time', row.discounted_bill_sum],
    ['Other charges', row.othercharges_total],
    ['Opening balance', row.opening_balance],
    ['GST in this period', row.due_gst],
    ...differenceOf(row),
  ]
  return (
    <Paper>
      <div className={classes.owed}>
        <Text fw={600}>Due</Text>
        <Text fz={20} fw={700}>
          <Money value={row.due_total ?? '0.00'} />
        </Text>
      </div>
      <dl className={classes.pairs}>
        {pairs.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Money value={value ?? '0.00'} />
            </dd>
          </div>
        ))}
        {row.bill_status !== 'draft' && (
          <div>
            <dt>Still to pay</dt>
            <dd>
              <Money value={row.balance ?? '0.00'} />
            </dd>
          </div>
        )}
      </dl>
      {row.invoice_id && (
        <Anchor component={Link} to={`/app/invoice/edit?id=${row.invoice_id}`} size="sm">
          Open its invoice
        </Anchor>
      )}
    </Paper>
  )
}

/** What the supplier asks from before and our books do not know. */
function differenceOf(row: Bill): [string, string | null][] {
  const { supplier_difference: amount, difference_status: status } = row
  if (amount === null || Number(amount) === 0) return []
  return [[status ? `Difference to our books, ${status}` : 'Difference to our books', amount]]
}
