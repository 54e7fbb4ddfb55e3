import { Badge, Code } from '@mantine/core'
import { ddevent } from '#domain/directdebit/ddevent.ts'
import { debitInWords } from '#domain/directdebit/debit-words.ts'
import { causeInWords, type DebitCause } from '#domain/directdebit/provider-words.ts'
import { choiceInWords } from '#domain/kit/wording.ts'
import type { InvoicePayment } from '#domain/payments/payment.ts'
import { toneOf } from '#web/kit/frame/tone.ts'

type ShownDebit = Pick<
  InvoicePayment,
  'debit_state' | 'charge_date' | 'payment_date' | 'debit_cause' | 'cancel_asked_at'
>

/** How a debit stands in the words that mails and pages use as well. */
export const wordsOfDebit = (debit: ShownDebit, payout_date?: string | null): string =>
  debitInWords({
    debit_state: debit.debit_state ?? 'planned',
    charge_date: debit.charge_date ?? debit.payment_date,
    debit_cause: debit.debit_cause,
    cancel_asked_at: debit.cancel_asked_at,
    payout_date,
  })

/** Why a debit was not honoured, where it stands alone. */
export function causeOf(cause: DebitCause): string {
  const words = causeInWords(cause)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The same with the provider’s own code beside it, for whoever has to talk with the provider. */
export function Cause({ cause }: { cause: string }) {
  return (
    <>
      {choiceInWords(ddevent.fields.cause.options, cause)} <Code>{cause}</Code>
    </>
  )
}

interface Props {
  debit: ShownDebit
  /** Takes the room it needs, where the table scrolls. */
  isWhole?: boolean
}

/** The same as a chip; the words are long, so they keep their small letters. */
export function DebitChip({ debit, isWhole = false }: Props) {
  const tone = toneOf(debit.debit_state ?? 'planned')
  return (
    <Badge color={tone} tt="none" {...(isWhole ? { miw: 'max-content' } : { maw: '100%' })}>
      {wordsOfDebit(debit)}
    </Badge>
  )
}
