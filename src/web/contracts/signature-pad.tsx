import { Button, Group } from '@mantine/core'
import { type PointerEvent, useRef } from 'react'
import { pathOf, SHEET, type Strokes } from '#domain/kit/drawing.ts'
import classes from './signature-pad.module.css'

const MAX_POINTS = 2500
const MAX_STROKES = 50
// Nearer points than this add nothing that anybody sees.
const NEAR = 5

interface Props {
  label: string
  value: Strokes
  onChange: (value: Strokes) => void
}

/** A sheet to sign on with a finger, a pen or the mouse; typing a name is the way by keyboard. */
export function SignaturePad({ label, value, onChange }: Props) {
  const drawing = useRef<number | null>(null)
  const points = value.reduce((sum, stroke) => sum + stroke.length, 0)

  function begin(event: PointerEvent<SVGSVGElement>) {
    if (event.button !== 0 || drawing.current !== null || value.length >= MAX_STROKES) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drawing.current = event.pointerId
    onChange([...value, [placeOf(event)]])
  }

  function go(event: PointerEvent<SVGSVGElement>) {
    if (drawing.current !== event.pointerId || points >= MAX_POINTS) return
    const stroke = value.at(-1) ?? []
    const [x, y] = placeOf(event)
    const [lastX, lastY] = stroke.at(-1) ?? [x, y]
    if (Math.abs(x - lastX) < NEAR && Math.abs(y - lastY) < NEAR) return
    onChange([...value.slice(0, -1), [...stroke, [x, y]]])
  }

  function end(event: PointerEvent<SVGSVGElement>) {
    if (drawing.current === event.pointerId) drawing.current = null
  }

  return (
    <div>
      <svg
        role="img"
        aria-label={label}
        className={classes.sheet}
        viewBox={`0 0 ${SHEET.width} ${SHEET.height}`}
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <line className={classes.line} x1="60" x2="940" y1="250" y2="250" />
        {value.length === 0 && (
          <text className={classes.hint} x="500" y="150" textAnchor="middle">
            Sign here
          </text>
        )}
        <path className={classes.ink} d={pathOf(value)} />
      </svg>
      <Group gap="xs" mt={6}>
        <Button
          variant="default"
          disabled={value.length === 0}
          onClick={() => onChange(value.slice(0, -1))}
        >
          Undo
        </Button>
        <Button variant="default" disabled={value.length === 0} onClick={() => onChange([])}>
          Clear
        </Button>
      </Group>
    </div>
  )
}

/** A signature as it was given, to look at. */
export function SignatureImage({ name, strokes }: { name: string; strokes: Strokes | null }) {
  if (!strokes) return <span className={classes.typed}>{name}</span>
  return (
    <svg
      role="img"
      aria-label={`Signature of ${name}`}
      className={classes.image}
      viewBox={`0 0 ${SHEET.width} ${SHEET.height}`}
    >
      <path className={classes.ink} d={pathOf(strokes)} />
    </svg>
  )
}

/** Where the pointer is, in whole units of the sheet and never beside it. */
function placeOf(event: PointerEvent<SVGSVGElement>): [number, number] {
  const box = event.currentTarget.getBoundingClientRect()
  const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)))
  return [
    within(((event.clientX - box.left) / box.width) * SHEET.width, SHEET.width),
    within(((event.clientY - box.top) / box.height) * SHEET.height, SHEET.height),
  ]
}
