import { Alert } from '@mantine/core'
import type { BankTransaction } from '#domain/bank/banktransaction.ts'
import { formatStamp } from '#web/kit/session/clock.ts'

/** Said of a line that the bank told and then took back. */
export function TakenBack({ row }: { row: BankTransaction }) {
  if (!row.taken_back_at) return null
  const isMatched = row.matched_at !== null
  return (
    <Alert color="amber" title="The bank has taken this line back" my="xs">
      It was not there any more on {formatStamp(row.taken_back_at)}.{' '}
      {isMatched
        ? 'It is matched, so it stays until you have looked: take the match off, and it goes.'
        : 'It goes the next time lines are fetched.'}
    </Alert>
  )
}
