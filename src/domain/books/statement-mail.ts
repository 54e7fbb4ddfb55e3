import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import type { KeyValues } from '#domain/messaging/template/standards.ts'
import { closingOf, type StatementFacts } from './statement.ts'
import { entryWords } from './statement-words.ts'

const dollars = (amount: string) => `$${formatMoney(amount)}`

/** The mail a statement comes with. */
export function statementValues(facts: StatementFacts): KeyValues<'statement'> {
  const { organisation, customer, from, to, opening, entries } = facts
  const closing = closingOf(facts)
  const isCredit = closing.startsWith('-')
  return {
    fields: {
      broker_name: organisation.name,
      customer_name: customer.name,
      customer_number: customer.customer_number,
      from: formatDayShort(from),
      to: formatDayShort(to),
      opening: dollars(opening),
      owed: isCredit ? null : dollars(closing),
      in_credit: isCredit ? dollars(closing.slice(1)) : null,
    },
    rows: entries.map((entry) => ({
      entry_date: formatDayShort(entry.transaction_date),
      entry_words: entryWords(entry),
      entry_amount: dollars(entry.amount),
    })),
  }
}
