import { Text } from '@mantine/core'
import { automaticWords } from '#domain/bank/automatic-words.ts'
import type { BankTransaction } from '#domain/bank/banktransaction.ts'

/** Why a line was matched without asking anybody. */
export function WhyByItself({ row }: { row: Pick<BankTransaction, 'matched_rule'> }) {
  if (row.matched_rule === null) return null
  return (
    <Text size="sm" c="dimmed">
      {automaticWords[row.matched_rule]}
    </Text>
  )
}
