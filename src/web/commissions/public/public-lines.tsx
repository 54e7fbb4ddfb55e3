import { useMediaQuery } from '@mantine/hooks'
import { useMemo } from 'react'
import type { PublicStatement } from '#domain/commissions/public-statement-calls.ts'
import type { ProofLine } from '#domain/commissions/statement-proof.ts'
import { wentBackWords } from '#domain/commissions/went-back-words.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { Money } from '#web/kit/list/cells.tsx'
import { Pager, usePage } from '#web/kit/list/page-of-rows.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import classes from './public-statement.module.css'

interface Props {
  lines: readonly ProofLine[]
  takenBack: PublicStatement['taken_back']
  /** Lines that do not come to what they say, by their places. */
  wrongLines: readonly string[]
}

type WentBack = PublicStatement['taken_back'][number]

interface ShownLine extends ProofLine {
  isWrong: boolean
  /** What became of it since. */
  now: string
}

/** Every line with how it came about, and whether it still stands. */
export function PublicLines({ lines, takenBack, wrongLines }: Props) {
  const isSmall = useMediaQuery('screen and (max-width: 719px)') ?? false
  const page = usePage(lines)
  const later = useMemo(() => new Map(takenBack.map((one) => [one.line, one])), [takenBack])
  const wrong = useMemo(() => new Set(wrongLines), [wrongLines])
  const shown = page.rows.map(
    (one): ShownLine => ({
      ...one,
      isWrong: wrong.has(one.line),
      now: nowOf(one, later.get(one.line)),
    }),
  )
  return (
    <section className={classes.card} aria-labelledby="lines">
      <h2 id="lines" className={classes.heading}>
        {plural(lines.length, 'line')}
      </h2>
      {isSmall ? (
        <Cards lines={shown} />
      ) : (
        <PlainTable label="Lines" columns={columns} rows={shown} keyOf={({ line }) => line} />
      )}
      <Pager pager={page.pager} />
    </section>
  )
}

function nowOf({ kind, amount }: ProofLine, back: WentBack | undefined): string {
  if (back) return wentBackWords(amount, back)
  return kind === 'ongoing' || kind === 'signup' ? 'Still cleared' : 'Stands'
}

const kinds: Record<string, string> = {
  ongoing: 'Ongoing',
  signup: 'Sign-up',
  clawback: 'Taken back',
  correction: 'Correction',
}

const whatOf = ({ kind, corrects }: ProofLine) =>
  `${kinds[kind] ?? kind}${corrects ? ` from ${corrects}` : ''}`
const whoOf = ({ customer_number, customer }: ProofLine) =>
  [customer_number, customer].filter(Boolean).join(' ')
const dayOf = (day: string) => formatDay(day) || day

const earnedOf = ({ cleared_on, bank_confirmed }: ProofLine) =>
  [dayOf(cleared_on), bank_confirmed === 'yes' && 'bank-confirmed'].filter(Boolean).join(', ')

const columns: Column<ShownLine>[] = [
  { heading: 'Line', isNumber: true, cell: ({ line }) => line },
  {
    heading: 'For, earned on',
    cell: (line) => (
      <>
        {whatOf(line)}
        {line.reason && <div>{line.reason}</div>}
        <div className={classes.small}>{earnedOf(line)}</div>
      </>
    ),
  },
  { heading: 'Customer', cell: (line) => whoOf(line) || '—' },
  {
    heading: 'Invoice, period',
    cell: ({ invoice, period }) => (
      <>
        {invoice || '—'}
        <div className={classes.small}>{period}</div>
      </>
    ),
  },
  {
    heading: 'Base',
    isNumber: true,
    cell: ({ base }) => (base === '' ? '—' : <Money value={base} />),
  },
  { heading: 'Share', isNumber: true, cell: ({ share }) => share || '—' },
  { heading: 'Rate', isNumber: true, cell: ({ rate }) => rate || '—' },
  {
    heading: 'Amount',
    isNumber: true,
    isStrong: true,
    cell: ({ amount, isWrong }) => (
      <>
        <Money value={amount} />
        {isWrong && <div className={classes.wrong}>Does not add up</div>}
      </>
    ),
  },
  { heading: 'Today', cell: ({ now }) => now },
]

/** The same on a phone, one below the other. */
function Cards({ lines }: { lines: readonly ShownLine[] }) {
  return (
    <ol className={classes.lines}>
      {lines.map((line) => (
        <li key={line.line} className={classes.line}>
          <div className={classes.lineHead}>
            <span>
              {line.line}. {whatOf(line)} {line.invoice}
            </span>
            <strong>{formatMoney(line.amount)}</strong>
          </div>
          {line.reason && <div>{line.reason}</div>}
          <div className={classes.small}>{whoOf(line)}</div>
          <div className={classes.small}>
            {[line.period, line.base && `${formatMoney(line.base)} × ${line.rate}`]
              .filter(Boolean)
              .join(' · ')}
          </div>
          <div className={classes.small}>
            {earnedOf(line)} · {line.now}
            {line.isWrong && <strong className={classes.wrong}> · Does not add up</strong>}
          </div>
        </li>
      ))}
    </ol>
  )
}
