import { Paper, Skeleton, Text } from '@mantine/core'
import { Link } from 'react-router'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { inThousands } from '#domain/kit/wording.ts'
import type { FigureCard as Card } from '#domain/reports/figures/dashboard-calls.ts'
import { dayShown, formatTime } from '#web/kit/session/clock.ts'
import classes from './figure-card.module.css'

/** A number that opens the rows it counts. */
export function FigureCard({ card }: { card: Card }) {
  const { label, value, tone, hint, to, before } = card
  const isQuiet = value === null || /^[-0.]*$/.test(value)
  const inside = (
    <>
      <div className={classes.head}>
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <span className={classes.dot} data-tone={isQuiet ? 'none' : tone} aria-hidden />
      </div>
      <Text className={classes.value ?? ''} data-unit={card.unit}>
        {written(card)}
      </Text>
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
      {before && <Before card={card} before={before} />}
    </>
  )
  if (!to) return <Paper className={classes.card}>{inside}</Paper>
  return (
    <Paper className={classes.card} component={Link} to={to} data-link>
      {inside}
    </Paper>
  )
}

/** The same days a month and a year before, in words and not by colour. */
function Before({ card, before }: { card: Card; before: NonNullable<Card['before']> }) {
  return (
    <Text size="xs" c="dimmed" component="div" mt={4}>
      <div>
        Last month {written({ ...card, value: before.month })} {change(card.value, before.month)}
      </div>
      <div>
        A year ago {written({ ...card, value: before.year })} {change(card.value, before.year)}
      </div>
    </Text>
  )
}

/** How much more or less it is; against nothing there is no share. */
function change(now: string | null, then: string): string {
  const [value, base] = [Number(now ?? 0), Number(then)]
  if (base === 0) return ''
  const percent = Math.round(((value - base) / Math.abs(base)) * 100)
  if (percent === 0) return '· the same'
  return percent > 0 ? `· ${percent} % more` : `· ${-percent} % less`
}

function written({ unit, value }: Pick<Card, 'unit' | 'value'>): string {
  if (value === null) return '—'
  if (unit === 'money') return `$${formatMoney(value)}`
  if (unit === 'days') return `${value.replace(/\.0$/, '')} days`
  if (unit === 'moment') {
    const day = dayShown(value)
    return `${formatDayShort(day)}, ${formatTime(value)}`
  }
  return unit === 'count' ? inThousands(value) : value
}

/** The shape of a card while its number is on its way. */
export function WaitingCard() {
  return (
    <Paper aria-busy="true">
      <Skeleton height={16} width={120} my={3} />
      <Skeleton height={34} width={70} my={5} />
      <Skeleton height={12} width={150} my={3} />
    </Paper>
  )
}
