import { Button, Group, Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { monthAndYear } from '#domain/kit/words.ts'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { ScrollBox } from '#web/kit/list/scroll-box.tsx'
import classes from './bar-chart.module.css'
import { BarPicture, Hatch } from './bar-picture.tsx'

export interface Bar {
  /** Short, for under the bar. */
  label: string
  /** In full, for the table and for those who hear the chart. */
  name: string
  /** Decimal text; null where nothing is known. */
  value: string | null
  /** How much of the value is estimated, from 0 to 1. */
  estimatedShare?: string | undefined
  /** What it is compared with, such as the year before. */
  beside?: string | null | undefined
}

/** How the bar of a month, or of its first day, is called. */
export function monthOfBar(month: string): Pick<Bar, 'label' | 'name'> {
  const name = monthAndYear(month)
  // Apr 26: the century goes without saying.
  return { label: name.replace(/ \d\d/, ' '), name }
}

interface Props {
  title: string
  unit: string
  bars: readonly Bar[]
  /** How a value is written. */
  format: (value: string) => string
  /** What the two bars are called. */
  words?: { value: string; beside: string }
  /** What the bars are of, over the first column of the table. */
  heading?: string
  /** Further columns of the table, one cell for each bar. */
  more?: readonly { heading: string; cells: readonly ReactNode[] }[]
}

const usual = { value: 'This year', beside: 'Last year' }

/** Bars with what they are compared with, and the same figures as a table for eyes and paper. */
export function BarChart(props: Props) {
  const { title, unit, bars, format, words = usual } = props
  const [isTable, setIsTable] = useState(false)
  const [active, setActive] = useState<number | null>(null)
  const tell = (bar: Bar) => sentence(bar, unit, format, words)
  const shown = active === null ? undefined : bars[active]
  const figures = <Figures {...props} />
  return (
    <figure style={{ margin: 0 }} aria-label={title}>
      <div className={classes.head}>
        <Title order={2}>{title}</Title>
        <Group gap="xs">
          <span className={classes.detail}>{shown ? tell(shown) : ' '}</span>
          <Button
            variant="subtle"
            className={classes.toggle ?? ''}
            aria-expanded={isTable}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? 'Hide the table' : 'Show as a table'}
          </Button>
        </Group>
      </div>
      <BarPicture title={title} bars={bars} tell={tell} onActive={setActive} />
      <Legend bars={bars} words={words} />
      {isTable ? (
        <ScrollBox label={`${title}, table to scroll`}>{figures}</ScrollBox>
      ) : (
        <div className={classes.hidden}>{figures}</div>
      )}
    </figure>
  )
}

function Legend({ bars, words }: { bars: readonly Bar[]; words: typeof usual }) {
  const hatch = useId()
  const hasBeside = bars.some((bar) => bar.beside !== undefined)
  const hasEstimate = bars.some((bar) => Number(bar.estimatedShare ?? 0) > 0)
  const hasNone = bars.some((bar) => bar.value === null)
  const swatch = (className: string | undefined, fill?: string) => (
    <svg width={12} height={12} aria-hidden>
      <Hatch id={hatch} />
      <rect
        x={0.5}
        y={0.5}
        width={11}
        height={11}
        className={className}
        {...(fill ? { fill } : {})}
      />
    </svg>
  )
  return (
    <ul className={classes.legend}>
      {hasBeside && (
        <li>
          {swatch(classes.beside)} {words.beside}
        </li>
      )}
      <li>
        {swatch(classes.value)} {words.value}
      </li>
      {hasEstimate && <li>{swatch(classes.estimate, `url(#${hatch})`)} Estimated</li>}
      {hasNone && <li>{swatch(classes.none)} No data</li>}
    </ul>
  )
}

function Figures({ title, unit, bars, format, words = usual, more = [], heading }: Props) {
  const hasEstimate = bars.some((bar) => bar.estimatedShare !== undefined)
  const inUnit = (name: string) => (unit ? `${name}, ${unit}` : name)
  const hasBeside = bars.some((bar) => bar.beside !== undefined)
  const written = (value: string | null | undefined) => (value ? format(value) : 'No data')
  return (
    <PlainTable
      label={`${title}, as a table`}
      isNarrow
      rows={bars}
      keyOf={(bar) => bar.name}
      columns={[
        { heading: heading ?? 'Period', isRowHeading: true, cell: (bar) => bar.name },
        {
          heading: inUnit(words.value),
          isNumber: true,
          cell: (bar) => written(bar.value),
        },
        hasEstimate && { heading: 'Estimated', isNumber: true, cell: share },
        hasBeside && {
          heading: inUnit(words.beside),
          isNumber: true,
          cell: (bar) => written(bar.beside),
        },
        ...more.map(({ heading, cells }) => ({
          heading,
          isNumber: true,
          cell: (_: Bar, place: number) => cells[place],
        })),
      ]}
    />
  )
}

function sentence(bar: Bar, unit: string, format: Props['format'], words: typeof usual): string {
  const inUnit = (amount: string) => `${format(amount)} ${unit}`.trim()
  const value = bar.value === null ? 'no data' : inUnit(bar.value)
  const estimated = Number(bar.estimatedShare ?? 0) > 0 ? `, ${share(bar)} estimated` : ''
  const beside = bar.beside ? ` · ${words.beside.toLowerCase()} ${inUnit(bar.beside)}` : ''
  return `${bar.name}: ${value}${estimated}${beside}`
}

function share({ estimatedShare }: Bar): string {
  const percent = Number(estimatedShare ?? 0) * 100
  if (percent <= 0) return '–'
  return percent < 1 ? 'under 1 %' : `${Math.round(percent)} %`
}
