import { Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconX } from '@tabler/icons-react'
import type { Severity } from '#domain/meters/plausibility-rules.ts'
import classes from './meter-details.module.css'
import type { Preview } from './reading-preview.ts'
import { wordsOfUse } from './reading-words.ts'

interface FoundProblem {
  code: string
  severity: Severity
  message: string
}

const looks = {
  error: { Icon: IconX, word: 'Error', colour: 'var(--mantine-color-error)' },
  warning: {
    Icon: IconAlertTriangle,
    word: 'Check',
    colour: 'var(--mantine-color-amber-text)',
  },
  information: { Icon: IconInfoCircle, word: 'Note', colour: 'var(--mantine-color-dimmed)' },
} as const

interface ToldFinding {
  preview: Preview | undefined
  icp_type: string | null
}

/** What a reading counts, and what the rules say of it, while it is typed. */
export function ReadingTold({ preview, icp_type }: ToldFinding) {
  const findings = preview?.findings ?? []
  // The error says it in full.
  const isWrong = findings.some((finding) => finding.severity === 'error')
  return (
    <div role="status">
      <span className={classes.preview}>
        {isWrong ? null : wordsOfUse(preview?.computed ?? null, icp_type)}
      </span>
      <FindingList findings={findings} />
    </div>
  )
}

/** What the rules say of a reading; the colour never stands alone. */
export function FindingList({ findings }: { findings: readonly FoundProblem[] }) {
  return findings.map(({ code, severity, message }) => {
    const { Icon, word, colour } = looks[severity]
    return (
      <Text key={code} component="div" size="xs" style={{ color: colour }}>
        <Icon size={13} aria-hidden style={{ verticalAlign: '-2px' }} /> {word}: {message}
      </Text>
    )
  })
}

/** The findings a row was stored with; the column is plain JSON. */
export function findingsIn(stored: unknown): FoundProblem[] {
  if (!Array.isArray(stored)) return []
  return stored.filter(
    (one): one is FoundProblem =>
      typeof one?.code === 'string' &&
      typeof one.message === 'string' &&
      Object.hasOwn(looks, one.severity),
  )
}
