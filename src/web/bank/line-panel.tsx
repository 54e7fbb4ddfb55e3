import { Alert, Anchor, Button, Group, Kbd, Paper, Skeleton, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { openLineStates } from '#domain/bank/banktransaction-machine.ts'
import type { Candidate } from '#domain/bank/candidate.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import pairs from '#web/kit/frame/pairs.module.css'
import { forgetBank, type KnownLine, lineQuery } from './bank-query.ts'
import { CandidateList } from './candidate-list.tsx'
import { openAgainAction, unmatchAction } from './line-actions.ts'
import { LineAmount, titleOf } from './line-list.tsx'
import classes from './line-panel.module.css'
import type { LineStep } from './line-steps.ts'
import { lineSteps } from './line-steps.ts'
import { MatchedParts } from './matched-parts.tsx'
import { TakenBack } from './taken-back.tsx'
import { WhyByItself } from './why-by-itself.tsx'

interface Props {
  id: number
  isBusy: boolean
  onTake: (line: KnownLine, candidate: Candidate) => void
  onStep: (step: LineStep) => void
  /** The way back to the lines, where there is no room beside them. */
  onBack?: (() => void) | undefined
}

/** The line that is looked at: what the bank says of it, and what it may be or is. */
export function LinePanel({ id, isBusy, onTake, onStep, onBack }: Props) {
  const line = useQuery(lineQuery(id))
  return (
    <Paper component="section" className={classes.panel} aria-label="The line">
      {onBack && (
        <Button
          variant="subtle"
          mb="xs"
          leftSection={<IconArrowLeft size={15} aria-hidden />}
          onClick={onBack}
        >
          All lines
        </Button>
      )}
      {line.isPending && <Skeleton height={280} />}
      {line.isError && !line.data && (
        <Trouble cause={line.error} onRetry={() => void line.refetch()} />
      )}
      {line.data && (
        <>
          <Head line={line.data} />
          <TakenBack row={line.data.row} />
          {isOpen(line.data) ? (
            <Explain
              line={line.data}
              isBusy={isBusy}
              onTake={(candidate) => onTake(line.data, candidate)}
              onStep={onStep}
            />
          ) : (
            <Explained line={line.data} />
          )}
        </>
      )}
    </Paper>
  )
}

export function isOpen({ row }: KnownLine): boolean {
  return openLineStates.some((state) => state === row.transaction_status)
}

function Head({ line: { row, titles } }: { line: KnownLine }) {
  const facts = [
    ['Particulars', row.particulars],
    ['Code', row.code],
    ['Reference', row.reference],
    ['Memo', row.memo],
    ['Kind', row.bank_type],
    ['Other account', row.other_account],
    ['Notes', row.notes],
  ].filter(([, value]) => value)
  const account = titles.bankaccount?.[String(row.bankaccount_id)]
  return (
    <header>
      <Group justify="space-between" align="baseline" gap="xs" wrap="nowrap">
        <Title order={2} className={classes.title}>
          {titleOf(row)}
        </Title>
        <Text component="span" size="lg">
          <LineAmount amount={row.amount} />
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {[formatDayShort(row.transaction_date), account].filter(Boolean).join(' · ')}
        {' · '}
        <Anchor
          component={Link}
          to={`/app/banktransaction?id=${row.id}`}
          size="sm"
          inherit
          underline="always"
        >
          Open the line
        </Anchor>
      </Text>
      {facts.length > 0 && (
        <dl className={pairs.pairs}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </header>
  )
}

interface ExplainProps {
  line: KnownLine
  isBusy: boolean
  onTake: (candidate: Candidate) => void
  onStep: (step: LineStep) => void
}

function Explain({ line, isBusy, onTake, onStep }: ExplainProps) {
  return (
    <div className={classes.below}>
      {line.candidates.length > 0 ? (
        <CandidateList
          candidates={line.candidates}
          names={line.names}
          isBusy={isBusy}
          onTake={onTake}
        />
      ) : (
        <Alert color="gray">
          Nothing of ours speaks for this line. Find whom it is from, split it, or set it aside.
        </Alert>
      )}
      <Group gap={6} mt="sm">
        {lineSteps.map(({ step, key, label }) => (
          <Button
            key={step}
            variant="default"
            disabled={isBusy}
            rightSection={
              <Kbd size="xs" visibleFrom="md">
                {key}
              </Kbd>
            }
            onClick={() => onStep(step)}
          >
            {label}
          </Button>
        ))}
      </Group>
    </div>
  )
}

function Explained({ line: { row, parts, actions } }: { line: KnownLine }) {
  const [isAsked, setIsAsked] = useState(false)
  const isLeftOut = row.transaction_status === 'ignored'
  const action = isLeftOut ? openAgainAction : unmatchAction
  const unmatch = actions.find((one) => one.action === 'unmatch')
  const by = row.matched_by === 'automatic' ? 'Matched by itself' : 'Matched by a person'
  return (
    <div className={classes.below}>
      <Text size="sm" fw={600}>
        {isLeftOut ? 'Left out' : by}
        {row.explained_as ? `: ${row.explained_as}` : ''}
      </Text>
      <WhyByItself row={row} />
      <MatchedParts parts={parts} />
      {unmatch && (
        <Button
          mt="sm"
          variant="default"
          disabled={!unmatch.allowed}
          title={unmatch.reason}
          onClick={() => setIsAsked(true)}
        >
          {action.button}
        </Button>
      )}
      {unmatch?.reason && (
        <Text size="xs" c="dimmed" mt={4}>
          {unmatch.reason}
        </Text>
      )}
      <ReasonDialog
        action={isAsked ? action : null}
        row={{ id: row.id }}
        onClose={() => setIsAsked(false)}
        refresh={forgetBank}
      />
    </div>
  )
}
