import { Divider, Paper, Text } from '@mantine/core'
import { customer } from '#domain/customers/customer.ts'
import { labelOf } from '#domain/kit/entity.ts'
import { useOptions } from '#web/kit/form/options.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import { PlaceLink } from '#web/kit/frame/place-link.tsx'
import { cellOf, Money } from '#web/kit/list/cells.tsx'
import type { Titles } from '#web/kit/session/api.ts'
import classes from './customer-summary.module.css'

const balances = ['balance_current', 'balance_overdue', 'account_credit'] as const
const facts = [
  'customer_type',
  'phone',
  'phone_mobile',
  'email',
  'street',
  'suburb',
  'city',
  'partner_id',
  'gocardless_mandate_status',
] as const

/** What is asked on the phone, always in sight. */
export function CustomerSummary({ row, titles }: { row: EditRow; titles: Titles }) {
  const options = useOptions()
  return (
    <Paper>
      <Text size="xs" c="dimmed">
        Balance
      </Text>
      <Text fz={26} fw={700}>
        <Money value={row.balance_total ?? '0'} />
      </Text>
      <dl className={classes.amounts}>
        {balances.map((name) => (
          <div key={name}>
            <dt>{labelOf(customer, name)}</dt>
            <dd>
              <Money value={row[name] ?? '0'} isOverdue={name === 'balance_overdue'} />
            </dd>
          </div>
        ))}
      </dl>
      <Divider my="sm" />
      <dl className={classes.facts}>
        {facts
          .filter((name) => row[name] !== null && row[name] !== '' && row[name] !== undefined)
          .map((name) => (
            <div key={name}>
              <dt>{labelOf(customer, name)}</dt>
              <dd>{cellOf(customer, name, row[name], { titles, options })}</dd>
            </div>
          ))}
      </dl>
      <PlaceLink of="customers" row={row} />
    </Paper>
  )
}
