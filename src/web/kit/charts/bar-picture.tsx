import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import classes from './bar-chart.module.css'
import type { Bar } from './bar-chart.tsx'
import { isLabelled, ticksBetween } from './bar-scale.ts'

const height = 220
const margin = { top: 8, right: 4, bottom: 24 }
/** As wide as a digit of the labels, nearly. */
const DIGIT = 6.2
const plot = height - margin.top - margin.bottom

interface Props {
  title: string
  bars: readonly Bar[]
  tell: (bar: Bar) => string
  onActive: (place: number | null) => void
}

/** The drawing: one stop of the Tab key, from where the arrow keys go from bar to bar. */
export function BarPicture({ title, bars, tell, onActive }: Props) {
  const { ref, width: measured } = useElementSize()
  const hatch = useId()
  const stops = useStops(bars.length)
  const width = Math.max(measured, 280)
  const values = bars.flatMap((bar) => [drawn(bar.value), drawn(bar.beside)])
  const ticks = ticksBetween(Math.min(...values, 0), Math.max(...values, 0))
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)]
  const labels = ticks.map((tick) => tick.toLocaleString('en-NZ'))
  const left = Math.max(48, 16 + DIGIT * Math.max(...labels.map(({ length }) => length)))
  const room = (width - left - margin.right) / Math.max(bars.length, 1)
  const y = (value: number) => margin.top + (plot * (top - value)) / (top - bottom)
  return (
    <div ref={ref}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no drawing */}
      <svg
        className={classes.svg}
        viewBox={`0 0 ${width} ${height}`}
        aria-label={title}
        role="group"
      >
        <Hatch id={hatch} />
        {ticks.map((tick, place) => (
          <g key={tick} aria-hidden>
            <line className={classes.line} x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
            <text x={left - 8} y={y(tick) + 4} textAnchor="end">
              {labels[place]}
            </text>
          </g>
        ))}
        {bars.map((bar, place) => (
          // biome-ignore lint/a11y: a drawing has no element for a picture one can step to
          <g
            key={bar.name}
            {...stops.of(place)}
            className={classes.group}
            role="img"
            aria-label={tell(bar)}
            onFocus={() => {
              stops.set(place)
              onActive(place)
            }}
            onBlur={() => onActive(null)}
            onPointerEnter={() => onActive(place)}
            onPointerLeave={() => onActive(null)}
          >
            <OneBar bar={bar} x={left + place * room} room={room} y={y} hatch={hatch} />
            {isLabelled(place, bars.length, width - left, 46) && (
              <text x={left + (place + 0.5) * room} y={height - 8} textAnchor="middle" aria-hidden>
                {bar.label}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  )
}

/** Which bar the Tab key comes to, and how the arrow keys leave it. */
function useStops(count: number) {
  const groups = useRef<(SVGGElement | null)[]>([])
  const [stop, setStop] = useState(count - 1)
  const current = Math.min(stop, count - 1)
  function onKeyDown(event: KeyboardEvent) {
    const next = placeAfter(event.key, current, count)
    if (next === null) return
    event.preventDefault()
    setStop(next)
    groups.current[next]?.focus()
  }
  return {
    set: setStop,
    of: (place: number) => ({
      ref: (element: SVGGElement | null) => {
        groups.current[place] = element
      },
      tabIndex: place === current ? 0 : -1,
      onKeyDown,
    }),
  }
}

export function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={id}
        width={6}
        height={6}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width={6} height={6} className={classes.hatchGround} />
        <line x1={0} x2={0} y1={0} y2={6} className={classes.hatchLine} />
      </pattern>
    </defs>
  )
}

interface OneBarProps {
  bar: Bar
  x: number
  room: number
  y: (value: number) => number
  hatch: string
}

/** The estimated part stands on the measured one, hatched. */
function OneBar({ bar, x, room, y, hatch }: OneBarProps) {
  const hasBeside = bar.beside !== undefined
  const wide = Math.min(28, room * (hasBeside ? 0.38 : 0.7))
  const middle = x + room / 2
  const left = hasBeside ? middle + 1 : middle - wide / 2
  const value = drawn(bar.value)
  const measured = value * (1 - Math.min(1, Number(bar.estimatedShare ?? 0)))
  const ground = y(0)
  return (
    <>
      <rect className={classes.hit} x={x} y={margin.top} width={room} height={plot} />
      {hasBeside && drawn(bar.beside) !== 0 && (
        <rect
          className={classes.beside}
          x={middle - 1 - wide}
          y={Math.min(y(drawn(bar.beside)), ground)}
          width={wide}
          height={Math.abs(ground - y(drawn(bar.beside)))}
        />
      )}
      {bar.value === null ? (
        <rect className={classes.none} x={left} y={ground - 8} width={wide} height={8} />
      ) : (
        <rect
          className={classes.value}
          x={left}
          y={Math.min(y(measured), ground)}
          width={wide}
          height={Math.abs(ground - y(measured))}
        />
      )}
      {value > measured && (
        <rect
          className={classes.estimate}
          fill={`url(#${hatch})`}
          x={left + 0.5}
          y={y(value)}
          width={Math.max(wide - 1, 1)}
          height={y(measured) - y(value)}
        />
      )}
    </>
  )
}

function drawn(value: string | null | undefined): number {
  return Number(value ?? 0)
}

function placeAfter(key: string, place: number, count: number): number | null {
  if (key === 'ArrowRight') return Math.min(place + 1, count - 1)
  if (key === 'ArrowLeft') return Math.max(place - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
