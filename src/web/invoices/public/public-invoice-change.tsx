import { Text, Title } from '@mantine/core'
import type { BillChange } from '#domain/invoices/bill-change.ts'
import { formatMoney } from '#domain/kit/money.ts'
import classes from './public-invoice.module.css'

const signed = (amount: string) =>
  amount.startsWith('-') || amount === '0.00' ? formatMoney(amount) : `+${formatMoney(amount)}`

/** Why this bill is not what the one before was; the parts add up to the cent. */
export function WhyChanged({ change }: { change: BillChange }) {
  const parts = change.parts.filter((part) => part.amount !== '0.00')
  return (
    <section className={classes.card} aria-labelledby="why-changed">
      <Title order={2} id="why-changed">
        Why did my bill change?
      </Title>
      <Text size="sm">{change.words}</Text>
      {parts.length > 0 && (
        <table className={classes.sums}>
          <caption className={classes.hidden}>What the change is made of</caption>
          <tbody>
            <tr>
              <th scope="row">{change.previous_number ?? 'The invoice before'}</th>
              <td>{formatMoney(change.previous_amount)}</td>
            </tr>
            {parts.map((part) => (
              <tr key={part.key}>
                <th scope="row">
                  {part.label}
                  <span className={classes.words}>{part.words}</span>
                </th>
                <td>{signed(part.amount)}</td>
              </tr>
            ))}
            <tr className={classes.total}>
              <th scope="row">This invoice, this period paid in time</th>
              <td>{formatMoney(change.current_amount)}</td>
            </tr>
          </tbody>
        </table>
      )}
    </section>
  )
}
