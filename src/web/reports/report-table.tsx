import { Alert, Anchor, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatMoney } from '#domain/kit/money.ts'
import type {
  Agreement,
  CellValue,
  ReportColumn,
  ReportDefinition,
  ReportRow,
} from '#domain/reports/report.ts'
import type { ReportFacts } from '#domain/reports/report-calls.ts'
import { cellText } from '#domain/reports/report-words.ts'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { OfferLink } from './offer-link.tsx'
import classes from './report.module.css'

type ShownColumn = Pick<ReportColumn, 'name' | 'label' | 'kind' | 'isStrong' | 'isAlarm'>

interface Props {
  label: string
  /** What a row is. */
  heading: string
  columns: readonly ShownColumn[]
  rows: readonly ReportRow[]
  totals?: Record<string, CellValue>
  /** The column that is compared, and what it was in all. */
  compared?: { column: ShownColumn; total: CellValue; words: string } | null
}

/** Rows that open what they add up, and their totals. */
export function ReportTable({ label, heading, columns, rows, totals, compared }: Props) {
  return (
    <PlainTable
      label={label}
      spacing="md"
      rows={rows}
      keyOf={(row) => row.key}
      columns={[
        {
          heading,
          isRowHeading: true,
          className: classes.name,
          cell: (row) => <RowName row={row} />,
          ...(totals ? { foot: 'Total' } : {}),
        },
        ...columns.map(
          (column): Column<ReportRow> => ({
            heading: column.label,
            isNumber: true,
            ...(column.isStrong ? { isStrong: true } : {}),
            toneOf: (row) => toneOf(column, row.values[column.name]),
            cell: (row) => cellText(column.kind, row.values[column.name]),
            ...(totals
              ? { foot: cellText(column.kind, totals[column.name], { isTotal: true }) }
              : {}),
          }),
        ),
        compared
          ? {
              heading: compared.words,
              isNumber: true,
              cell: (row: ReportRow) =>
                cellText(compared.column.kind, row.before?.[compared.column.name]),
              foot: cellText(compared.column.kind, compared.total, { isTotal: true }),
            }
          : false,
        rows.some(({ offer }) => offer)
          ? {
              heading: 'What to do',
              cell: ({ offer }: ReportRow) => offer && <OfferLink offer={offer} />,
            }
          : false,
      ]}
    />
  )
}

function RowName({ row: { name, detail, to } }: { row: ReportRow }) {
  return (
    <>
      {to ? (
        <Anchor component={Link} to={to} size="sm">
          {name}
        </Anchor>
      ) : (
        name
      )}
      {detail && (
        <Text size="xs" c="dimmed">
          {detail}
        </Text>
      )}
    </>
  )
}

function toneOf({ isAlarm }: ShownColumn, value: CellValue | undefined): string | undefined {
  return isAlarm && value && value !== '0.00' ? classes.alarm : undefined
}

/** How the comparison is told: of the column that the report is about. */
export function comparedIn(definition: ReportDefinition, facts: ReportFacts) {
  const column = definition.columns.find(({ name }) => name === definition.main)
  if (!facts.compare || !column) return null
  const when = facts.compare === 'year' ? 'a year before' : 'before'
  const total = facts.totals_before?.[column.name] ?? null
  return { column, total, words: `${column.label}, ${when}` }
}

/** The last line of every report about money: whether the books say the same. */
export function Agrees({ agrees }: { agrees: Agreement }) {
  const isEqual = agrees.difference === '0.00'
  const Icon = isEqual ? IconCircleCheck : IconAlertTriangle
  return (
    <Alert
      color={isEqual ? 'petrol' : 'red'}
      icon={<Icon size={18} aria-hidden />}
      title={isEqual ? 'Agrees with the books' : 'Does not agree with the books'}
    >
      The report comes to {formatMoney(agrees.report)} and {agrees.words} to{' '}
      {formatMoney(agrees.books)}: a difference of {formatMoney(agrees.difference)}.
    </Alert>
  )
}
