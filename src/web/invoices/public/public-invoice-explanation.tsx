import type { Explained } from '#domain/invoices/explain-invoice.ts'
import { formatMoney } from '#domain/kit/money.ts'
import classes from './public-invoice.module.css'

/** Every amount with the sum it comes from, for whoever wants to check. */
export function Explanation({ steps }: { steps: readonly Explained[] }) {
  if (steps.length === 0) return null
  return (
    <details className={classes.card}>
      <summary className={classes.summary}>How each amount comes about</summary>
      <table className={classes.sums}>
        <caption className={classes.hidden}>Every amount and the sum it comes from</caption>
        <tbody>
          {steps.map((step) => (
            <tr key={step.key}>
              <th scope="row">
                {step.label}
                <span className={classes.words}>{step.words}</span>
              </th>
              <td>{formatMoney(step.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
