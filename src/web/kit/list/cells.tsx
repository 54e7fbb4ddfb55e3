import { Anchor } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatBankAccount } from '#domain/kit/bank-account.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { pathOfRow } from '#domain/kit/entity-paths.ts'
import type { Field, Kind } from '#domain/kit/field.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { choiceInWords, humanise, stripHtml, truncate } from '#domain/kit/wording.ts'
import type { Options } from '#web/kit/form/options.ts'
import { DotChip, StatusChip } from '#web/kit/frame/chip.tsx'
import { WebLink } from '#web/kit/frame/web-link.tsx'
import type { Titles } from '#web/kit/session/api.ts'
import { formatStamp } from '#web/kit/session/clock.ts'
import classes from './cells.module.css'

export interface CellFacts {
  column: string
  field: Field
  titles: Titles
  options: Options
}

type Cell = (value: unknown, facts: CellFacts) => ReactNode

const words: Cell = (value) => String(value)
const cut: Cell = (value) => truncate(stripHtml(String(value)).trim(), 120)
const code: Cell = (value) => <span className={classes.code}>{String(value)}</span>
const number: Cell = (value) => (
  <span className={classes.number}>{String(value).replace('-', '−')}</span>
)

/** How each kind of value reads in a table, a card and a summary. */
export const cells: Record<Kind, Cell> = {
  // The code of somebody else stands beside its words, for whoever has to talk with them.
  text: (value, { field }) => {
    if (!field.options.choiceWords) return String(value)
    return (
      <>
        {choiceInWords(field.options, String(value))}{' '}
        <span className={classes.code}>{String(value)}</span>
      </>
    )
  },
  longText: cut,
  richText: cut,
  email: (value) => (
    <Anchor href={`mailto:${value}`} size="sm" inherit>
      {String(value)}
    </Anchor>
  ),
  connections: (value) => (Array.isArray(value) ? value.join(', ') : ''),
  emails: (value) => (Array.isArray(value) ? value.join(', ') : ''),
  phone: (value) => (
    <Anchor href={`tel:${value}`} size="sm" inherit>
      {grouped(String(value))}
    </Anchor>
  ),
  url: (value) => (
    <WebLink address={String(value)} target="_blank" size="sm" inherit>
      {String(value).replace(/^https?:\/\//, '')}
    </WebLink>
  ),
  flag: (value) => (value ? <IconCheck size={16} aria-label="Yes" /> : <span>No</span>),
  integer: number,
  money: (value, { column }) => <Money value={value} isOverdue={column.includes('overdue')} />,
  rate: number,
  percent: (value) => <span className={classes.number}>{trimZeros(String(value))} %</span>,
  quantity: number,
  date: (value) => formatDay(String(value)) || String(value),
  timestamp: (value) => formatStamp(String(value)),
  choice: (value, { column, field }) => {
    const label = choiceInWords(field.options, String(value))
    if (!isStatus(column)) return label
    return <DotChip value={String(value)} label={label} />
  },
  option: (value, { column, field, options }) => {
    const label = options.labelOf(field.options.optionList ?? '', String(value))
    return isStatus(column) ? <StatusChip value={String(value)} label={label} /> : label
  },
  ref: (value, { field, titles }) => <Reference id={Number(value)} field={field} titles={titles} />,
  refs: (value, { field, titles }) =>
    Array.isArray(value)
      ? value.map((id) => titles[field.options.target ?? '']?.[String(id)] ?? id).join(', ')
      : '',
  json: (value) => <span className={classes.code}>{truncate(JSON.stringify(value), 80)}</span>,
  icp: code,
  nzbn: code,
  gstNumber: code,
  bankAccount: (value, facts) => code(formatBankAccount(String(value)), facts),
  bic: code,
  postcode: words,
  timeZone: words,
}

/** The cell of any column, the system's included. */
export function cellOf(
  entity: Entity,
  column: string,
  value: unknown,
  facts: Pick<CellFacts, 'titles' | 'options'>,
): ReactNode {
  const field = entity.fields[column]
  if (value === null || value === undefined || value === '')
    return <span className={classes.none}>—</span>
  if (!field) return column.endsWith('_at') ? formatStamp(String(value)) : String(value)
  // A hidden value is shown as it came, whatever its kind.
  if (field.options.masked) return code(value, { column, field, ...facts })
  return cells[field.kind](value, { column, field, ...facts })
}

const rightAligned: ReadonlySet<Kind> = new Set(['money', 'rate', 'percent', 'quantity', 'integer'])

export function isRightAligned(entity: Entity, column: string): boolean {
  const kind = entity.fields[column]?.kind
  // An account of the ledger stands with its name, and is no figure.
  return kind !== undefined && rightAligned.has(kind) && column !== 'account'
}

export function Money({ value, isOverdue = false }: { value: unknown; isOverdue?: boolean }) {
  const text = formatMoney(String(value))
  const isOwed = isOverdue && !text.startsWith('−') && /[1-9]/.test(text)
  return (
    <span className={classes.number} data-overdue={isOwed || undefined}>
      {text}
    </span>
  )
}

function Reference({ id, field, titles }: { id: number; field: Field; titles: Titles }) {
  const target = field.options.target ?? ''
  const title = titles[target]?.[String(id)] ?? `${humanise(target)} ${id}`
  const path = pathOfRow(target, id)
  if (!path || target === 'user') return title
  return (
    <Anchor component={Link} to={path} size="sm" inherit>
      {title}
    </Anchor>
  )
}

export function isStatus(column: string): boolean {
  return /(^|_)status$|^credit_risk$/.test(column)
}

// The library that knows every country's grouping is large; lists need ours alone: mobile phones,
// landlines and the free numbers of faults lines.
const localShapes = [
  /^\+64(2\d)(\d{3})(\d{3,5})$/,
  /^\+64([34679])(\d{3})(\d{4})$/,
  /^\+64(800|508)(\d{3})(\d{3,4})$/,
]

function grouped(phone: string): string {
  const local = localShapes.map((shape) => shape.exec(phone)).find(Boolean)
  return local ? `0${local.slice(1).join(' ')}` : phone
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
