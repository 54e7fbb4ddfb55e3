import { Button, Checkbox } from '@mantine/core'
import { formatDay } from '#domain/kit/calendar.ts'
import { DECIMAL_SHAPES, parseDecimal } from '#domain/kit/decimal-text.ts'
import { humanise } from '#domain/kit/wording.ts'
import type { StagedReading } from '#domain/meters/readingimport.ts'
import { EditCell } from '#web/kit/import/edit-cell.tsx'
import { findingsIn } from '#web/kit/import/finding-list.tsx'
import type { CellProps, PoolColumn } from '#web/kit/import/import-screen.ts'
import { JudgedState } from '#web/kit/import/judged-rows.tsx'
import classes from '#web/kit/import/pool.module.css'
import { dayIn, whyNoDay } from '#web/kit/import/typed-cells.ts'

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

/** The columns of the pool, in the order of the file's own thinking. */
export const poolColumns: PoolColumn<StagedReading>[] = [
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
          read={dayIn}
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
function Figure({ row, isOpen, mend }: CellProps<StagedReading>) {
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

/** Where the row stands; what the file told badly can be taken as it stands. */
export function ReadingState({ row, isOpen, mend }: CellProps<StagedReading>) {
  const isTold = row.reading_date !== null && (row.reading_latest ?? row.reading_quantity) !== null
  const isBadlyTold = findingsIn(row.findings).some(({ code }) => code === 'M00')
  return (
    <JudgedState row={row}>
      {isOpen && isTold && isBadlyTold && (
        <Button
          variant="subtle"
          aria-label={`Take row ${row.row_number} as it stands`}
          onClick={() => void mend(row.id, {}).catch(() => undefined)}
        >
          Take it as it stands
        </Button>
      )}
    </JudgedState>
  )
}
