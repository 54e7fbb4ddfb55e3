import { Paper, Text } from '@mantine/core'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { Amount } from '#web/pricing/amount.tsx'
import classes from './amounts-card.module.css'

/** The computed fields of an invoice, whether it is stored or only proposed. */
export type Amounts = Record<string, unknown>

interface Props {
  amounts: Amounts
  gst: { discounted: string | null; undiscounted: string | null }
  onExplain: (field: string) => void
  isBusy?: boolean
}

interface Row {
  label: string
  discounted: string
  undiscounted: string
  isTotal?: boolean
  /** Shown although it is nothing. */
  isAlways?: boolean
}

/** Both amounts with their days, block by block; each opens where it comes from. */
export function AmountsCard({ amounts, gst, onExplain, isBusy = false }: Props) {
  const at = (field: string) => String(amounts[field] ?? '0.00')
  const isOne = at('discounted_total') === at('undiscounted_total')
  const groups = rowsOf(amounts).map((rows) =>
    rows.filter((row) => row.isAlways || isSomething(at(row.undiscounted))),
  )
  return (
    <Paper aria-busy={isBusy} className={classes.card}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">GST included</th>
            {!isOne && <th scope="col">by {dayText(amounts.discounted_date)}</th>}
            <th scope="col">{isOne ? `due ${dayText(amounts.due_date)}` : 'after'}</th>
          </tr>
        </thead>
        {groups.map((rows) => (
          <tbody key={rows[0]?.label ?? ''}>
            {rows.map(({ label, discounted, undiscounted, isTotal }) => (
              <tr key={label} data-total={isTotal || undefined}>
                <th scope="row">{label}</th>
                {!isOne && (
                  <td>
                    <Amount
                      label={`${label}, paid in time`}
                      value={at(discounted)}
                      onExplain={() => onExplain(discounted)}
                    />
                  </td>
                )}
                <td>
                  <Amount
                    label={label}
                    value={at(undiscounted)}
                    onExplain={() => onExplain(undiscounted)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      <Text size="xs" c="dimmed" mt={8}>
        {gstText(gst, isOne)} Click any amount to see where it comes from.
      </Text>
    </Paper>
  )
}

function rowsOf(amounts: Amounts): Row[][] {
  const isDirect = amounts.billing === 'split' && amounts.split_collection === 'direct'
  const whom = isDirect ? ', paid to the supplier' : ''
  const both = (field: string) => ({ discounted: field, undiscounted: field })
  const sides = (field: string) => ({
    discounted: `discounted_${field}`,
    undiscounted: `undiscounted_${field}`,
  })
  const fee = String(amounts.service_fee_percent ?? '0')
  return [
    [
      {
        label: `Charges${whom}`,
        discounted: 'discounted_charges',
        undiscounted: 'charges_total',
        isAlways: true,
      },
      { label: `Other charges${whom}`, ...both('othercharges_total') },
      { label: `Service fee ${plainPercent(fee)} %`, ...sides('service_fee') },
      { label: 'Our own charges', ...both('owncharges_total') },
      { label: 'Late payment fees', ...both('late_payment_fee_total') },
    ],
    [
      {
        label: 'This period',
        ...sides('total_this_period'),
        isTotal: true,
        isAlways: true,
      },
      { label: 'Opening balance', ...both('opening_balance'), isAlways: true },
    ],
    [{ label: 'To pay', ...sides('total'), isTotal: true, isAlways: true }],
  ]
}

function gstText({ discounted, undiscounted }: Props['gst'], isOne: boolean): string {
  if (undiscounted === null) return ''
  const full = formatMoney(undiscounted)
  if (isOne || discounted === null) return `GST in this period: ${full}.`
  return `GST in this period: ${formatMoney(discounted)} when paid in time, else ${full}.`
}

function dayText(day: unknown): string {
  return formatDayShort(String(day ?? '')).slice(0, 6) || 'due day'
}

function isSomething(amount: string): boolean {
  return !new Exact(amount).isZero()
}

function plainPercent(percent: string): string {
  return percent.includes('.') ? percent.replace(/\.?0+$/, '') : percent
}
