import { Badge, Text } from '@mantine/core'
import type { BillCheck } from '#domain/bills/bill-checks.ts'
import { billRuleBook } from '#domain/bills/bill-rules.ts'
import classes from './bill-recalculation.module.css'

const words = { E: 'Error', W: 'Warning', I: 'Note' } as const
const tones = { E: 'red', W: 'amber', I: 'gray' } as const

/** What the checks found, the worst first. */
export function BillCheckList({ checks }: { checks: readonly BillCheck[] }) {
  if (checks.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing to look at.
      </Text>
    )
  }
  return (
    <ul className={classes.checks}>
      {checks.map(({ code, severity, message }) => (
        <li key={`${code} ${message}`}>
          <Badge color={tones[severity]} tt="uppercase" title={billRuleBook.defaults[code].title}>
            {words[severity]} {code}
          </Badge>
          <Text size="sm">{message}</Text>
        </li>
      ))}
    </ul>
  )
}
