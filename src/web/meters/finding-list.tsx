import { Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconX } from '@tabler/icons-react'
import type { Severity } from '#domain/meters/plausibility-rules.ts'

interface Found {
  code: string
  severity: Severity
  message: string
}

const looks = {
  error: { Icon: IconX, word: 'Error', colour: 'var(--mantine-color-error)' },
  warning: {
    Icon: IconAlertTriangle,
    word: 'Check',
    colour: 'light-dark(var(--mantine-color-amber-7), var(--mantine-color-amber-4))',
  },
  information: { Icon: IconInfoCircle, word: 'Note', colour: 'var(--mantine-color-dimmed)' },
} as const

/** What the rules say of a reading; the colour never stands alone. */
export function FindingList({ findings }: { findings: readonly Found[] }) {
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
export function findingsIn(stored: unknown): Found[] {
  if (!Array.isArray(stored)) return []
  return stored.filter(
    (one): one is Found =>
      typeof one?.code === 'string' &&
      typeof one.message === 'string' &&
      Object.hasOwn(looks, one.severity),
  )
}
