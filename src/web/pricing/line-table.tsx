import { Table, Text } from '@mantine/core'
import { Fragment } from 'react'
import { formatDay, formatDayShort } from '#domain/kit/calendar.ts'
import { Exact } from '#domain/kit/decimal.ts'
import { inThousands } from '#domain/kit/wording.ts'
import { type BilledLine, isByHand } from '#domain/pricing/billed-line.ts'
import { TableHead } from '#web/kit/list/table-head.tsx'
import { WideTable } from '#web/kit/list/wide-table.tsx'
import { Amount } from './amount.tsx'
import classes from './line-table.module.css'

interface Props {
  lines: readonly BilledLine[]
  onExplain: (field: string) => void
  /** Says which lines somebody wrote, where others are read. */
  marksHand: boolean
}

const charge = 'Charge'
const period = { heading: 'Period', className: classes.wide }
const figures = [
  { heading: 'Quantity', isNumber: true, className: classes.wide },
  { heading: 'Rate', isNumber: true, className: classes.wide },
  { heading: 'Amount', isNumber: true },
]

/** The lines as the invoice prints them; amounts without GST. */
export function LineTable({ lines, onExplain, marksHand }: Props) {
  if (lines.length === 0) {
    return (
      <Text size="sm" c="dimmed" p="md">
        No lines yet.
      </Text>
    )
  }
  const hasPeriods = lines.some((line) => line.from)
  return (
    <WideTable label="Lines of the invoice" look="tinted" spacing="sm">
      <TableHead columns={hasPeriods ? [charge, period, ...figures] : [charge, ...figures]} />
      <Table.Tbody>
        {lines.map((line, place) => (
          <Fragment key={line.key}>
            {isNewConnection(lines, place) && (
              <Table.Tr>
                <Table.Td colSpan={5} className={classes.connection ?? ''}>
                  Connection {line.connection}
                </Table.Td>
              </Table.Tr>
            )}
            <Table.Tr>
              <Table.Td>
                <span className={classes.name}>{line.name}</span>{' '}
                <span className={classes.quiet}>{aside(line, marksHand)}</span>
                <span className={classes.small}>
                  {periodText(line)} {plainNumber(line.quantity)} {unitText(line)} ×{' '}
                  {rateText(line.rate)}
                </span>
              </Table.Td>
              {hasPeriods && (
                <Table.Td className={classes.period ?? ''}>{periodText(line)}</Table.Td>
              )}
              <Table.Td className={classes.wideNumber ?? ''}>
                {plainNumber(line.quantity)} {unitText(line)}
              </Table.Td>
              <Table.Td className={classes.wideNumber ?? ''}>{rateText(line.rate)}</Table.Td>
              <Table.Td className={classes.strong ?? ''}>
                <Amount
                  label={line.name}
                  value={line.amount}
                  onExplain={() => onExplain(line.key)}
                />
              </Table.Td>
            </Table.Tr>
          </Fragment>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

/** Several connections on one invoice are told apart. */
function isNewConnection(lines: readonly BilledLine[], place: number): boolean {
  const names = new Set(lines.flatMap((line) => line.connection ?? []))
  const here = lines[place]?.connection
  return names.size > 1 && Boolean(here) && here !== lines[place - 1]?.connection
}

function aside(line: BilledLine, marksHand: boolean): string {
  const share = Math.round(Number(line.estimated_share) * 100)
  return [
    marksHand && isByHand(line) ? 'by hand' : '',
    share > 0 ? `${share} % estimated` : '',
    line.discountable ? '' : 'no discount',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** 1–15 Apr where it lies in one month, else both days in full. */
export function periodText({ from, to }: Pick<BilledLine, 'from' | 'to'>): string {
  if (!from || !to) return ''
  if (from.slice(0, 7) !== to.slice(0, 7)) return `${formatDay(from)} – ${formatDay(to)}`
  return `${Number(from.slice(8))}–${Number(to.slice(8))} ${formatDayShort(to).slice(3, 6)}`
}

export function unitText({ unit, quantity }: { unit: string; quantity: string }): string {
  if (unit === 'each') return ''
  return unit === 'day' && !new Exact(quantity).eq(1) ? 'days' : unit
}

/** 923, 260.5 or 2,367: no more decimals than there are, and two at most to look at. */
export function plainNumber(value: string): string {
  const [whole = '', rest] = new Exact(value).toDecimalPlaces(2).toFixed().split('.')
  const thousands = inThousands(whole).replace('-', '−')
  return rest ? `${thousands}.${rest}` : thousands
}

export function rateText(rate: string): string {
  const exact = new Exact(rate)
  return exact.toFixed(Math.max(4, exact.decimalPlaces())).replace('-', '−')
}
