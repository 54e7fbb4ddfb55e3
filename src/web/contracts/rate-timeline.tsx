import type { Contract } from '#domain/contracts/contract.ts'
import type { Rate } from '#domain/contracts/rate.ts'
import { byName, type RateSpan, rateSpans } from '#domain/contracts/rate-in-force.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { today } from '#web/kit/frame/today.ts'
import { bothSides, type RatesOfSides, type Side, sides } from './rate-side.ts'
import classes from './rate-timeline.module.css'
import { formatRate, unitText } from './rate-words.ts'
import { type Scale, scaleOf } from './timeline-scale.ts'

interface Props {
  row: Contract
  rates: RatesOfSides
  /** The day the rates above are shown for. */
  day: string
}

/** Every rate as a bar over the days it holds; the table beside it says the same in words. */
export function RateTimeline({ row, rates, day }: Props) {
  const all = [...rates.sell, ...rates.buy]
  const days = [...all.map((rate) => rate.valid_from_date), today(), day]
  const ends = [row.date_start, row.date_end].filter((end) => end !== null)
  const scale = scaleOf([...days, ...ends])
  const label = `Timeline of ${all.length} rates; choose Table to read it`
  return (
    <div className={classes.timeline} role="img" aria-label={label}>
      <Ticks scale={scale} />
      {[...byName(all)].map(([name, group]) => (
        <div key={name} className={classes.row}>
          <div className={classes.name}>{group[0]?.rate_name}</div>
          <div className={classes.lanes}>
            {bothSides.map((side) => (
              <Lane key={side} side={side} rates={byName(rates[side]).get(name)} scale={scale} />
            ))}
          </div>
        </div>
      ))}
      <Markers row={row} day={day} scale={scale} />
      <div className={classes.legend}>
        {bothSides.map((side) => (
          <span key={side}>
            <span className={classes.swatch} data-side={side} /> {sides[side].label}
          </span>
        ))}
        <span>
          <span className={classes.swatch} data-coming /> Still to come
        </span>
      </div>
    </div>
  )
}

function Ticks({ scale }: { scale: Scale }) {
  return (
    <div className={classes.ticks}>
      {scale.ticks
        // A label that would be cut says nothing.
        .filter((tick) => scale.place(tick.day) < 100 - edge)
        .map((tick) => (
          <span
            key={tick.day}
            className={classes.tick}
            style={{ left: `${scale.place(tick.day)}%` }}
          >
            {tick.label}
          </span>
        ))}
    </div>
  )
}

function Lane(props: { side: Side; rates: Rate[] | undefined; scale: Scale }) {
  const { side, rates, scale } = props
  if (!rates) return null
  return (
    <div className={classes.lane}>
      {rateSpans(rates).map((span) => (
        <Bar key={span.rate.id} side={side} span={span} scale={scale} />
      ))}
    </div>
  )
}

function Bar({ side, span, scale }: { side: Side; span: RateSpan<Rate>; scale: Scale }) {
  const options = useOptions()
  const left = scale.place(span.from)
  const width = scale.place(span.to ?? scale.to) - left
  const amount = formatRate(span.rate.rate_amount)
  const unit = unitText(options, span.rate.rate_unit)
  const until = span.to ? `to ${formatDayShort(span.to)}` : 'on'
  const isPast = span.to !== null && span.to < today()
  return (
    <div
      className={classes.bar}
      data-side={side}
      data-past={isPast || undefined}
      data-coming={span.from > today() || undefined}
      data-open={span.to === null || undefined}
      style={{ left: `${left}%`, width: `${width}%` }}
      title={`${sides[side].label} ${amount} per ${unit}, ${formatDayShort(span.from)} ${until}`}
    >
      {amount}
    </div>
  )
}

interface Mark {
  kind: 'today' | 'end' | 'day'
  label: string
  place: number
}

// Closer than this, in percent, two labels would lie on each other.
const apart = 10
const edge = 8

function Markers({ row, day, scale }: Omit<Props, 'rates'> & { scale: Scale }) {
  const marks: Mark[] = [{ kind: 'today', label: 'Today', place: scale.place(today()) }]
  if (row.date_end) marks.push({ kind: 'end', label: 'Ends', place: scale.place(row.date_end) })
  if (day !== today())
    marks.push({ kind: 'day', label: formatDayShort(day), place: scale.place(day) })
  return (
    <div className={classes.markers}>
      {marks.map((mark, index) => (
        <span
          key={mark.kind}
          className={classes.marker}
          data-kind={mark.kind}
          data-edge={mark.place < edge ? 'start' : mark.place > 100 - edge ? 'end' : undefined}
          style={{ left: `${mark.place}%` }}
        >
          {marks.slice(0, index).every((other) => Math.abs(other.place - mark.place) > apart) && (
            <span className={classes.flag}>{mark.label}</span>
          )}
        </span>
      ))}
    </div>
  )
}
