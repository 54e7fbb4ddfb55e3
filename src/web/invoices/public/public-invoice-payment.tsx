import { Anchor, Button, CopyButton, Text, Title } from '@mantine/core'
import type { PublicInvoice } from '#domain/invoices/public-invoice.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { QrCode } from '#web/kit/frame/qr-code.tsx'
import classes from './public-invoice.module.css'

/** What is still to pay, now and after the discount's day, or that nothing is left to pay. */
export function ToPay({ invoice }: { invoice: PublicInvoice }) {
  const { discounted_total, discounted_date, due_date, still_to_pay } = invoice
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
  if (invoice.collection !== null) {
    return (
      <section className={classes.card} aria-labelledby="to-pay">
        <Title order={2} id="to-pay">
          Paid by direct debit
        </Title>
        <p className={classes.amount}>${formatMoney(still_to_pay)}</p>
        <Text size="md">{invoice.collection} You don’t need to do anything.</Text>
      </section>
    )
  }
  const stake = stakeOf(invoice)
  const isPartPaid = invoice.ppd_state !== 'lost' && still_to_pay !== discounted_total
  return (
    <section className={classes.card} aria-labelledby="to-pay">
      <Title order={2} id="to-pay">
        {isPartPaid ? 'Still to pay' : 'What to pay'}
      </Title>
      <p className={classes.amount}>${formatMoney(still_to_pay)}</p>
      <p className={classes.until}>
        by {formatDayShort(stake.isZero() ? due_date : discounted_date)}
      </p>
      {!stake.isZero() && (
        <p className={classes.later}>
          <strong>${formatMoney(stake.plus(still_to_pay).toFixed(2))}</strong> after that, without
          the discount
        </p>
      )}
      {isPartPaid && (
        <Text size="sm" c="dimmed">
          The invoice asked for ${formatMoney(discounted_total)}; what you have paid is taken off.
        </Text>
      )}
    </section>
  )
}

/** What is lost with the discount, as long as it can be. */
function stakeOf(invoice: PublicInvoice) {
  if (invoice.ppd_state !== null && invoice.ppd_state !== 'open') return new Exact(0)
  return new Exact(invoice.undiscounted_total).minus(invoice.discounted_total)
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
      {pay.proof && (
        <figure className={classes.proof}>
          <QrCode text={pay.proof} alt="Code that leads to our signed bank account" />
          <figcaption>
            Is this account ours? Scan the code with a phone, or{' '}
            <Anchor href={pay.proof} underline="always" inherit>
              open what it leads to
            </Anchor>
            .
          </figcaption>
        </figure>
      )}
    </section>
  )
}
