import { Button, Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { businessToday, formatDay, MIN_BUSINESS_DAY } from '#domain/kit/calendar.ts'
import { DECIMAL_SHAPES, parseDecimal } from '#domain/kit/decimal.ts'
import { readTypedDay } from '#domain/kit/typed-day.ts'
import { humanise } from '#domain/kit/wording.ts'
import type { StagedReading } from '#domain/meters/readingimport.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { FindingList, findingsIn } from '#web/meters/finding-list.tsx'
import { EditCell } from './edit-cell.tsx'
import classes from './pool.module.css'

export interface CellProps {
  row: StagedReading
  /** Whether it may be mended now. */
  isOpen: boolean
  mend: (id: number, change: Partial<StagedReading>) => Promise<StagedReading | null>
}

export interface PoolColumn {
  label: string
  isNumber?: boolean
  cell: (props: CellProps) => ReactNode
}

type Cell = 'meter_number' | 'register_code' | 'reading_date' | 'reading_latest'
/** Which cells a finding is about. */
const cellsOf: Record<string, Cell[]> = {
  M00: ['reading_date', 'reading_latest'],
  M01: ['meter_number'],
  M02: ['register_code'],
  M03: ['reading_date', 'reading_latest'],
  R03: ['meter_number', 'reading_date'],
  R07: ['reading_date'],
  R08: ['reading_date'],
  R10: ['reading_date', 'reading_latest'],
  R12: ['reading_date'],
}

function isWrong(row: StagedReading, column: Cell): boolean {
  const wrong = findingsIn(row.findings).filter((finding) => finding.severity === 'error')
  return wrong.some(({ code }) => {
    const cells = cellsOf[code] ?? ['reading_latest']
    // What could not be read is what stands empty.
    return cells.includes(column) && (code !== 'M00' || row[column] === null)
  })
}

const figure = (value: string | null) => value ?? ''
const plain = (text: string) => text
const upper = (text: string) => text.toUpperCase()
const decimal = (text: string) => parseDecimal(text, DECIMAL_SHAPES.quantity.scale)
const typedDay = (text: string) => {
  const today = businessToday(Temporal.Now.instant())
  return readTypedDay(text, { label: 'Date', today, floor: MIN_BUSINESS_DAY })
}
const day = (text: string) => {
  const reading = typedDay(text)
  return 'day' in reading ? reading.day : null
}
const whyNoDay = (text: string) => {
  const reading = typedDay(text)
  return 'why' in reading ? reading.message : ''
}

/** The columns of the pool, in the order of the file's own thinking. */
export const poolColumns: PoolColumn[] = [
  {
    label: 'Meter number',
    cell: ({ row, isOpen, mend }) =>
      isOpen ? (
        <EditCell
          label={`Meter number, row ${row.row_number}`}
          value={row.meter_number ?? ''}
          isWrong={isWrong(row, 'meter_number')}
          read={plain}
          onSave={(meter_number) => mend(row.id, { meter_number })}
        />
      ) : (
        (row.meter_number ?? '–')
      ),
  },
  { label: 'ICP', cell: ({ row }) => row.icp_number ?? '–' },
  {
    label: 'Register',
    cell: ({ row, isOpen, mend }) =>
      isOpen ? (
        <EditCell
          label={`Register, row ${row.row_number}`}
          value={row.register_code ?? ''}
          isWrong={isWrong(row, 'register_code')}
          read={upper}
          onSave={(register_code) => mend(row.id, { register_code })}
        />
      ) : (
        (row.register_code ?? '–')
      ),
  },
  {
    label: 'Date',
    cell: ({ row, isOpen, mend }) =>
      isOpen ? (
        <EditCell
          label={`Date, row ${row.row_number}`}
          value={formatDay(row.reading_date)}
          isWrong={isWrong(row, 'reading_date')}
          read={day}
          expected={whyNoDay}
          onSave={(reading_date) => mend(row.id, { reading_date })}
        />
      ) : (
        formatDay(row.reading_date) || '–'
      ),
  },
  { label: 'Reading', isNumber: true, cell: (props) => <Figure {...props} /> },
  { label: 'Kind', cell: ({ row }) => humanise(row.reading_latest_type ?? '') || '–' },
  {
    label: 'Went round',
    cell: ({ row, isOpen, mend }) =>
      row.reading_latest === null ? null : (
        <Checkbox
          size="xs"
          className={classes.tick ?? ''}
          aria-label={`Dials went round, row ${row.row_number}`}
          checked={row.is_rollover}
          disabled={!isOpen}
          onChange={(event) =>
            void mend(row.id, { is_rollover: event.currentTarget.checked }).catch(() => undefined)
          }
        />
      ),
  },
]

/** What the register showed, or where the file told it, what was used. */
function Figure({ row, isOpen, mend }: CellProps) {
  const isQuantity = row.reading_latest === null && row.reading_quantity !== null
  const name = isQuantity ? 'reading_quantity' : 'reading_latest'
  const unit = isQuantity ? <span className={classes.quantity}>used</span> : null
  if (!isOpen)
    return (
      <>
        {figure(row[name]) || '–'} {unit}
      </>
    )
  return (
    <span className={classes.figure}>
      <EditCell
        label={`${isQuantity ? 'Quantity' : 'Reading'}, row ${row.row_number}`}
        value={figure(row[name])}
        isWrong={isWrong(row, 'reading_latest')}
        isNumber
        read={decimal}
        expected="Please enter a number."
        onSave={(value) => mend(row.id, { [name]: value })}
      />
      {unit}
    </span>
  )
}

const stateWords: Record<string, string> = {
  information: 'Ready',
  ok: 'Ready',
  accepted: 'Accepted',
  rejected: 'Left out',
}
const stateTones: Record<string, string> = {
  information: 'open',
  ok: 'active',
  accepted: 'accepted',
}

/** Where the row stands and what each rule says of it. */
export function RowState({ row, isOpen, mend }: CellProps) {
  const state = row.staged_status === 'waiting' ? row.severity : row.staged_status
  const findings = mergedByCode(findingsIn(row.findings))
  const isTold = row.reading_date !== null && (row.reading_latest ?? row.reading_quantity) !== null
  // Errors and warnings begin with their own word.
  const isSaid = state === 'error' || state === 'warning'
  return (
    <>
      {!isSaid && (
        <StatusChip value={stateTones[state] ?? state} label={stateWords[state] ?? state} />
      )}
      <FindingList findings={findings} />
      {isOpen && isTold && findings.some(({ code }) => code === 'M00') && (
        <Button
          variant="subtle"
          aria-label={`Take row ${row.row_number} as it stands`}
          onClick={() => void mend(row.id, {}).catch(() => undefined)}
        >
          Take it as it stands
        </Button>
      )}
    </>
  )
}

function mergedByCode(findings: ReturnType<typeof findingsIn>) {
  const byCode = Map.groupBy(findings, (finding) => finding.code)
  return [...byCode.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    return [{ ...first, message: [first, ...others].map(({ message }) => message).join(' ') }]
  })
}
