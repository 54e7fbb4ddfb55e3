import { Anchor, Checkbox, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect } from 'react'
import { formatMoney } from '#domain/kit/money.ts'
import { humanise } from '#domain/kit/wording.ts'
import {
  type DepartureAction,
  departureWords,
  type LeavingRow,
} from '#domain/messaging/departure/departure.ts'
import { Pager } from '#web/kit/list/page-of-rows.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import classes from './last-look.module.css'
import type { LeftBehind } from './use-left-out.ts'

interface Props {
  action: DepartureAction
  behind: LeftBehind
  hasAmounts: boolean
  chosen: number | undefined
  /** What was found by trying each. */
  obstacles: ReadonlyMap<number, string>
  onChoose: (id: number) => void
}

/** Whom it goes to, for how much and where; each row can be left out, with its reason. */
export function LeavingTable(props: Props) {
  const { action, hasAmounts } = props
  const { page, awaited } = props.behind
  useEffect(() => {
    if (awaited) document.getElementById(whyId(awaited))?.focus()
  }, [awaited])
  // With little room, where it goes stands below whom it is for.
  const isSmall = useMediaQuery('screen and (max-width: 959px)') ?? false
  const columns: (Column<LeavingRow> | false)[] = [
    { heading: 'Include', cell: (row) => <Leaves row={row} {...props} /> },
    {
      heading: humanise(departureWords[action].party),
      isRowHeading: true,
      cell: (row) => (
        <>
          <Name row={row} {...props} />
          {isSmall && <To row={row} {...props} />}
        </>
      ),
    },
    hasAmounts && {
      heading: 'Amount',
      isNumber: true,
      cell: ({ amount }) => (amount === null ? '–' : formatMoney(amount)),
    },
    !isSmall && {
      heading: isPosted(action) ? 'To' : 'To look at',
      cell: (row) => <To row={row} {...props} />,
    },
  ]
  return (
    <div>
      <PlainTable label="What leaves" columns={columns} rows={page.rows} keyOf={({ id }) => id} />
      <Pager pager={page.pager} />
    </div>
  )
}

const whyId = ({ id }: { id: number }) => `why-${id}-stays`

type Cell = Props & { row: LeavingRow }

/** What is only approved here, and came from outside, goes to nobody. */
const isPosted = (action: DepartureAction) => departureWords[action].party !== 'supplier'

function Leaves({ row, behind }: Cell) {
  return (
    <Checkbox
      aria-label={`Include ${row.name}`}
      checked={row.obstacle === null && !behind.leftOut.has(row.id)}
      disabled={row.obstacle !== null}
      onChange={(event) => behind.set(row.id, event.currentTarget.checked ? null : '')}
    />
  )
}

function Name({ row, chosen, onChoose }: Cell) {
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="left"
        fw={row.id === chosen ? 650 : 400}
        aria-pressed={row.id === chosen}
        onClick={() => onChoose(row.id)}
      >
        {row.party}
      </Anchor>
      {row.name !== row.party && (
        <Text size="xs" c="dimmed">
          {row.name}
        </Text>
      )}
    </>
  )
}

function To({ action, row, behind, obstacles }: Cell) {
  const { id, recipients, warnings, notes = [] } = row
  const obstacle = row.obstacle ?? obstacles.get(id)
  const reason = behind.leftOut.get(id)
  return (
    <div className={classes.to}>
      {recipients.length > 0 ? recipients.join(', ') : isPosted(action) && 'Nobody'}
      {obstacle && (
        <Text size="sm" c="var(--mantine-color-amber-text)">
          {obstacle}
        </Text>
      )}
      {warnings.map(({ code, message }) => (
        <Text key={code} size="xs" c="dimmed">
          {code} {message}
        </Text>
      ))}
      {notes.map((note) => (
        <Text key={note} size="xs" c="dimmed">
          {note}
        </Text>
      ))}
      {row.left_out && reason === undefined && (
        <Text size="xs" c="dimmed">
          Left out before: {row.left_out}
        </Text>
      )}
      {reason !== undefined && (
        <TextInput
          mt={4}
          size="xs"
          aria-label={`Why ${row.name} stays behind`}
          placeholder="Why it stays behind"
          id={whyId(row)}
          value={reason}
          error={behind.errorOf(id)}
          onChange={(event) => behind.set(id, event.currentTarget.value)}
        />
      )}
    </div>
  )
}
