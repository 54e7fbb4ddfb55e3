import { Anchor, Checkbox, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { formatMoney } from '#domain/kit/money.ts'
import { humanise } from '#domain/kit/wording.ts'
import {
  type DepartureAction,
  departureWords,
  type LeavingRow,
} from '#domain/messaging/departure/departure.ts'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import classes from './last-look.module.css'

/** Rows that stay behind, each with its reason. */
export type LeftOut = ReadonlyMap<number, string>

interface Props {
  action: DepartureAction
  rows: readonly LeavingRow[]
  leftOut: LeftOut
  chosen: number | undefined
  /** What was found by trying each. */
  obstacles: ReadonlyMap<number, string>
  errorOf: (id: number) => string | undefined
  onChoose: (id: number) => void
  onLeaveOut: (id: number, reason: string | null) => void
}

/** Whom it goes to, for how much and where; each row can be left out, with its reason. */
export function LeavingTable(props: Props) {
  const { rows, action } = props
  const hasAmounts = rows.some(({ amount }) => amount !== null)
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
  return <PlainTable label="What leaves" columns={columns} rows={rows} keyOf={({ id }) => id} />
}

type Cell = Props & { row: LeavingRow }

/** What is only approved here, and came from outside, goes to nobody. */
const isPosted = (action: DepartureAction) => departureWords[action].party !== 'supplier'

function Leaves({ row, leftOut, onLeaveOut }: Cell) {
  return (
    <Checkbox
      aria-label={`Include ${row.name}`}
      checked={row.obstacle === null && !leftOut.has(row.id)}
      disabled={row.obstacle !== null}
      onChange={(event) => onLeaveOut(row.id, event.currentTarget.checked ? null : '')}
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

function To({ action, row, leftOut, obstacles, errorOf, onLeaveOut }: Cell) {
  const { id, recipients, warnings, notes = [] } = row
  const obstacle = row.obstacle ?? obstacles.get(id)
  const reason = leftOut.get(id)
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
          autoFocus
          value={reason}
          error={errorOf(id)}
          onChange={(event) => onLeaveOut(id, event.currentTarget.value)}
        />
      )}
    </div>
  )
}
