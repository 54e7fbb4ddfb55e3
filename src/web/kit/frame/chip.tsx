import { Badge, Tooltip } from '@mantine/core'
import classes from './chip.module.css'
import { toneOf } from './tone.ts'

interface Props {
  value: string
  label: string
  /** What the word means, for those who do not know it yet. */
  explanation?: string | undefined
}

/** A status as a small chip with the specification's word. */
export function StatusChip({ value, label, explanation }: Props) {
  const chip = (
    <Badge color={toneOf(value)} tt="uppercase" {...(explanation ? { tabIndex: 0 } : {})}>
      {label}
    </Badge>
  )
  return explanation ? <Tooltip label={explanation}>{chip}</Tooltip> : chip
}

/** A state kept by somebody else, such as the bank: a dot and the word. */
export function DotChip({ value, label, explanation }: Props) {
  const chip = (
    <span className={classes.dotChip} {...(explanation ? { tabIndex: 0 } : {})}>
      <span
        className={classes.dot}
        style={{ background: `var(--mantine-color-${toneOf(value)}-6)` }}
        aria-hidden
      />
      <span className={classes.word}>{label}</span>
    </span>
  )
  return explanation ? <Tooltip label={explanation}>{chip}</Tooltip> : chip
}
