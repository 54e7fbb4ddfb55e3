import { cents, formatMoney } from '#domain/kit/money.ts'
import classes from './statement-sums.module.css'

export interface StatementSums {
  sum: string
  gst: string
  total: string
  brought_forward: string
  withheld: string
  to_pay: string
  /** Where it is known what is left for the next one. */
  carried?: string
}

/** How what is paid follows from what was earned. */
export function StatementSumsTable({ sums, label }: { sums: StatementSums; label: string }) {
  const { sum, gst, total, brought_forward, withheld, to_pay, carried = '0.00' } = sums
  const rows = [
    { label: 'Earned, without GST', amount: sum, isAlways: true },
    { label: 'GST', amount: gst, isAlways: true },
    { label: 'Total', amount: total, isAlways: true, isTotal: true },
    { label: 'Brought forward', amount: brought_forward },
    { label: 'Tax withheld', amount: withheld === '0.00' ? withheld : `-${withheld}` },
    { label: 'To pay', amount: to_pay, isAlways: true, isTotal: true },
    { label: 'Carried to the next', amount: carried },
  ]
  return (
    <table className={classes.sums} aria-label={label}>
      <tbody>
        {rows
          .filter(({ amount, isAlways }) => isAlways || cents(amount) !== 0)
          .map((row) => (
            <tr key={row.label} data-total={row.isTotal || undefined}>
              <th scope="row">{row.label}</th>
              <td>{formatMoney(row.amount)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
