import { Anchor, Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { type MeterReading, meterreading } from '#domain/meters/meterreading.ts'
import { useOptions } from '#web/kit/form/options.ts'
import type { DataRow } from '#web/kit/list/data-table.tsx'
import { type Filter, readFilters, writeFilters } from '#web/kit/list/filters.ts'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import type { SavedView } from '#web/kit/list/saved-views.ts'
import { rowQuery } from '#web/kit/session/use-row.ts'
import classes from './meter-details.module.css'
import { MeterFilter } from './meter-filter.tsx'
import { amount, problemWords } from './reading-words.ts'

const quantity = (name: keyof MeterReading) => (row: DataRow) => (
  <span className={classes.number}>{amount(row[name])}</span>
)

const cells = {
  reading_latest_type: (row: DataRow) => <Kind row={row} />,
  reading_previous: quantity('reading_previous'),
  reading_latest: quantity('reading_latest'),
  reading_quantity: quantity('reading_quantity'),
  reading_energy: quantity('reading_energy'),
  reading_losses: quantity('reading_losses'),
  problem: (row: DataRow) => problemWords(row.problem as string | null) ?? '–',
}

const view = (name: string, filter: Filter): SavedView => ({
  name,
  search: `?${new URLSearchParams({ where: writeFilters([filter]) })}`,
})
const kind = (...values: string[]): Filter => ({
  field: 'reading_latest_type',
  operator: 'in',
  values,
})

/** Not in the specification: our choice. What is asked about readings. */
const views: SavedView[] = [
  view('Estimates', kind('estimate')),
  view('From customers', kind('customer')),
  view('Opening and final', kind('opening', 'final')),
  view('Not counted', { field: 'problem', operator: 'null', values: ['false'] }),
]

/** Every reading, of all meters or of one. */
export function Screen() {
  const [params] = useSearchParams()
  const where = readFilters(params.get('where') ?? '')
  const meter = useMeter(Number(where.find((filter) => filter.field === 'meter_id')?.values[0]))
  return (
    <ListScreen
      entity={meterreading}
      builtIn={views}
      cells={cells}
      summary={() =>
        meter && (
          <>
            {' of meter '}
            <Anchor
              component={Link}
              to={`/app/meter?id=${meter.id}&tab=readings`}
              underline="always"
              inherit
            >
              {meter.meter_number}
            </Anchor>
          </>
        )
      }
      actions={
        <>
          <MeterFilter where={where} meter={meter} />
          <Button
            component={Link}
            to="/app/meterreadings/import"
            variant="default"
            leftSection={<IconFileImport size={15} aria-hidden />}
          >
            Import
          </Button>
        </>
      }
    />
  )
}

function useMeter(id: number) {
  const { data } = useQuery({ ...rowQuery({ name: 'meter' }, id), enabled: id > 0 })
  return data && id > 0 ? { id, meter_number: String(data.data.meter_number) } : null
}

function Kind({ row }: { row: DataRow }) {
  const options = useOptions()
  // The list asks for whole rows, so the row is a reading.
  const { reading_latest_type, problem } = row as DataRow & MeterReading
  return (
    <>
      {options.labelOf('reading_type', reading_latest_type)}
      {problem && <span className={classes.problem}> · not counted</span>}
    </>
  )
}
