import { ActionIcon, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { formatMoney } from '#domain/kit/money.ts'
import type { BilledLine } from '#domain/pricing/billed-line.ts'
import type { TraceStep } from '#domain/pricing/trace.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import classes from './explain-panel.module.css'
import { ExplainStep } from './explain-step.tsx'
import { explainQuery } from './invoice-queries.ts'
import { VerifyButton } from './verify-button.tsx'

interface Props {
  /** The stored invoice; null while it is only a proposal, whose steps are given. */
  id: number | null
  steps?: readonly TraceStep[] | undefined
  field: string
  lines: readonly BilledLine[]
  onClose: () => void
}

/** Where one amount comes from, down to the lines and the readings. */
export function ExplainPanel({ id, steps, field, lines, onClose }: Props) {
  const query = useQuery({ ...explainQuery(id ?? 0, field), enabled: id !== null })
  const found = id === null ? (steps ?? []) : (query.data ?? [])
  const root = found.find((step) => step.key === field)
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new amount takes the eye there
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [field, root === undefined])
  return (
    <Paper component="section" aria-label="Where the amount comes from">
      <Group justify="space-between" wrap="nowrap" mb={6}>
        <Title order={2} tabIndex={-1} ref={heading} className={classes.heading}>
          {root ? `Where ${formatMoney(root.amount)} comes from` : 'Where it comes from'}
        </Title>
        <ActionIcon variant="subtle" color="gray" aria-label="Close" onClick={onClose}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
      {id !== null && query.isPending && <Skeleton height={90} />}
      {query.isError && <Trouble cause={query.error} onRetry={() => void query.refetch()} />}
      {!root && !query.isPending && (
        <Text size="sm" c="dimmed">
          Nothing is kept about this amount.
        </Text>
      )}
      {root && <ExplainStep step={root} steps={found} lines={lines} depth={0} />}
      {id === null ? null : <VerifyButton id={id} />}
    </Paper>
  )
}
