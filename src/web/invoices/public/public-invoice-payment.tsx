import { Button, CopyButton, Text, Title } from '@mantine/core'
import type { PublicInvoice } from '#domain/invoices/public-invoice.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import classes from './public-invoice.module.css'

/** Both amounts with their days, or that nothing is left to pay. */
export function ToPay({ invoice }: { invoice: PublicInvoice }) {
  const { discounted_total, undiscounted_total, discounted_date, due_date, balance } = invoice
  if (invoice.status === 'settled') {
    return (
      <section className={classes.card} aria-labelledby="to-pay">
        <Title order={2} id="to-pay">
          Nothing to pay
        </Title>
        <Text size="md">
          {discounted_total.startsWith('-')
            ? `You are $${formatMoney(discounted_total.slice(1))} in credit.`
            : 'This invoice is settled. Thank you.'}
        </Text>
      </section>
    )
  }
  const isOneAmount = discounted_total === undiscounted_total
  return (
    <section className={classes.card} aria-labelledby="to-pay">
      <Title order={2} id="to-pay">
        What to pay
      </Title>
      <p className={classes.amount}>${formatMoney(discounted_total)}</p>
      <p className={classes.until}>by {formatDayShort(isOneAmount ? due_date : discounted_date)}</p>
      {!isOneAmount && (
        <p className={classes.later}>
          <strong>${formatMoney(undiscounted_total)}</strong> after that, without the discount
        </p>
      )}
      <Text size="sm" c="dimmed">
        Of this invoice ${formatMoney(balance)} is still open today.
      </Text>
    </section>
  )
}

/** Where the money goes, each detail with a button that copies it. */
export function HowToPay({ pay }: { pay: PublicInvoice['pay'] }) {
  const rows = [
    ['Account name', pay.account_name],
    ['Account number', pay.account_number],
    ['Reference', pay.reference],
    ['Code', pay.code],
  ].flatMap(([label, value]) => (label && value ? [{ label, value }] : []))
  return (
    <section className={classes.card} aria-labelledby="how-to-pay">
      <Title order={2} id="how-to-pay">
        How to pay
      </Title>
      <dl className={classes.details}>
        {rows.map(({ label, value }) => (
          <div key={label} className={classes.detail}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            <dd>
              <CopyButton value={value}>
                {({ copied, copy }) => (
                  <Button variant="subtle" size="xs" onClick={copy} aria-label={`Copy ${label}`}>
                    {copied ? 'Copied' : 'Copy'}
                  </Button>
                )}
              </CopyButton>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
