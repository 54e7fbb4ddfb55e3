import { Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconX } from '@tabler/icons-react'
import type { RowFinding } from '#domain/kit/import/import-entity.ts'

const looks = {
  error: { Icon: IconX, word: 'Error', colour: 'var(--mantine-color-error)' },
  warning: {
    Icon: IconAlertTriangle,
    word: 'Check',
    colour: 'var(--mantine-color-amber-text)',
  },
  information: { Icon: IconInfoCircle, word: 'Note', colour: 'var(--mantine-color-dimmed)' },
} as const

/** What the rules say of a row; the colour never stands alone. */
export function FindingList({ findings }: { findings: readonly RowFinding[] }) {
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
export function findingsIn(stored: unknown): RowFinding[] {
  if (!Array.isArray(stored)) return []
  return stored.filter(
    (one): one is RowFinding =>
      typeof one?.code === 'string' &&
      typeof one.message === 'string' &&
      Object.hasOwn(looks, one.severity),
  )
}

/** What one rule says more than once of a row is said in one line. */
export function mergedByCode(findings: readonly RowFinding[]): RowFinding[] {
  const byCode = Map.groupBy(findings, (finding) => finding.code)
  return [...byCode.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    return [{ ...first, message: [first, ...others].map(({ message }) => message).join(' ') }]
  })
}
