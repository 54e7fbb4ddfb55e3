import { Button, Checkbox, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import {
  type DepartureAction,
  departureWords,
  type LeavingRow,
  type LeavingTotals,
  type LeavingWarning,
} from '#domain/messaging/departure/departure.ts'
import {
  type DepartureOptions,
  departureCalls,
} from '#domain/messaging/departure/departure-calls.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { SubmitButton } from '#web/kit/form/submit-button.tsx'
import { type Submit, useSubmit } from '#web/kit/form/use-submit.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { send } from '#web/kit/session/send.ts'
import { useIsLookedAt, useLeaving, useObstacles } from './departure-queries.ts'
import { hideTold, showHeld } from './held-notice.tsx'
import classes from './last-look.module.css'
import { LeavingTable } from './leaving-table.tsx'
import { LookPane } from './look-pane.tsx'
import { Refused } from './refused.tsx'
import { sumLeaving, useLeftOut } from './use-left-out.ts'

interface Props {
  action: DepartureAction
  /** The rows, or the one thing they all belong to. */
  ids: number[] | null
  /** As what a single row is looked at, where all leave as one. */
  lookAs?: DepartureAction
  /** They leave by the one thing that is named, and read as it says. */
  isOne?: boolean
  /** The version of that one thing. */
  version?: number | undefined
  title: string
  options?: DepartureOptions
  /** What may be chosen for all of them, and whether all that is needed was. */
  children?: ReactNode
  isReady?: boolean
  onClose: (isDone: boolean) => void
}

/** Everything that is about to leave, before it does: who, how much, where to and in what words. */
export function LastLook(props: Props) {
  const { ids, title, onClose } = props
  return (
    <Dialog isOpen={ids !== null} onClose={() => onClose(false)} title={title} size={1240} isKept>
      {ids && <Looked {...props} ids={ids} />}
    </Dialog>
  )
}

function Looked(props: Props & { ids: number[] }) {
  useEffect(hideTold, [])
  const { action, ids, options = {} } = props
  const { data, error, refetch } = useLeaving({ action, ids, options })
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} role="status" aria-label="Looking at everything" />
  return <Leaving {...props} options={options} rows={data.rows} totals={data.totals} />
}

interface LeavingProps extends Props {
  ids: number[]
  options: DepartureOptions
  rows: LeavingRow[]
  totals: LeavingTotals
}

function Leaving({ action, ids, version, lookAs = action, options, rows, ...props }: LeavingProps) {
  const { totals, children, isOne, isReady = true, onClose } = props
  const about = isOne ? ids[0] : undefined
  const [chosen, setChosen] = useState(rows[0]?.id)
  const [seen, setSeen] = useState<string[]>([])
  const [typed, setTyped] = useState('')
  const behind = useLeftOut(rows)
  const { leftOut } = behind
  const { count, amount } = sumLeaving(rows, totals, leftOut)
  const needsCount = count > totals.typed_above
  const submit = useSubmit(
    async (key) => {
      if (!behind.isSaid()) return
      const versions = new Map(rows.map((row) => [row.id, row.version]))
      const body = {
        action,
        rows: ids.map((id) => ({ id, version: version ?? versions.get(id) })),
        left_out: behind.said(),
        ...(needsCount ? { count: Number(typed.replaceAll(/[\s,]/g, '')) || 0 } : {}),
        options: { ...options, ...(totals.warnings.length > 0 ? { acknowledge: seen } : {}) },
      }
      showHeld((await send(departureCalls.hold, body, { key })).data)
      onClose(true)
    },
    { isMoney: true },
  )
  // Whoever looks sees what would be, once the warnings are ticked.
  const looked = { ...options, ...acknowledging(totals.warnings) }
  const open = rows.filter(({ obstacle }) => obstacle === null).map(({ id }) => id)
  const obstacles = useObstacles({ action: lookAs, ids: open, about, options: looked })
  const looking = {
    action: lookAs,
    ids: chosen === undefined ? [] : [chosen],
    about,
    options: looked,
  }
  const isLookedAt = useIsLookedAt(looking)
  const { verb } = departureWords[action]
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      <div className={classes.columns}>
        <Stack gap="sm">
          {children}
          <Warnings {...{ action, seen }} warnings={totals.warnings} onSeen={setSeen} />
          <LeavingTable
            {...{ action, behind, chosen, obstacles }}
            hasAmounts={amount !== null}
            onChoose={setChosen}
          />
        </Stack>
        {chosen !== undefined && <LookPane {...looking} />}
      </div>
      <div className={classes.foot}>
        <Refused submit={submit} isAtFields={submit.errorOf('count') !== undefined} />
        <Group justify="space-between" gap="sm" align="flex-end">
          <Text size="sm" fw={600} role="status">
            {plural(count, departureWords[action].noun)}
            {amount !== null && `, $${formatMoney(amount)}`}
            {leftOut.size > 0 && `; ${leftOut.size} left out`}
          </Text>
          <Group gap="xs" align="flex-end">
            {needsCount && <Typed {...{ count, typed, submit }} onTyped={setTyped} />}
            <Button variant="default" onClick={() => onClose(false)}>
              Cancel
            </Button>
            <SubmitButton submit={submit} disabled={count === 0 || !isReady || !isLookedAt}>
              {verb} {count}
            </SubmitButton>
          </Group>
        </Group>
      </div>
    </form>
  )
}

const acknowledging = (warnings: readonly LeavingWarning[]) =>
  warnings.length > 0 ? { acknowledge: warnings.map(({ code }) => code) } : {}

function Typed(props: {
  count: number
  typed: string
  submit: Submit
  onTyped: (typed: string) => void
}) {
  return (
    <TextInput
      label={`Type ${props.count} to go on`}
      inputMode="numeric"
      autoComplete="off"
      w={170}
      value={props.typed}
      error={props.submit.errorOf('count')}
      onChange={(event) => props.onTyped(event.currentTarget.value)}
    />
  )
}

/** Ticked by their kind; what has others stays as it is. */
function Warnings(props: {
  action: DepartureAction
  warnings: readonly LeavingWarning[]
  seen: string[]
  onSeen: (codes: string[]) => void
}) {
  if (props.warnings.length === 0) return null
  return (
    <Checkbox.Group
      label="Warnings you have looked at"
      description="Drafts with other warnings stay drafts."
      value={props.seen}
      onChange={props.onSeen}
    >
      <Stack gap={6} mt={6}>
        {props.warnings.map(({ code, message, count }) => (
          <Checkbox
            key={code}
            value={code}
            label={`${plural(count, departureWords[props.action].noun)} with ${code}, such as “${message}”`}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
