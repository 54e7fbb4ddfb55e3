import { Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'
import { inThousands, plural } from '#domain/kit/wording.ts'
import type { BilledLine } from '#domain/pricing/billed-line.ts'
import type { TraceStep } from '#domain/pricing/trace.ts'
import classes from './explain-panel.module.css'
import { LineReadings } from './line-readings.tsx'

interface Props {
  step: TraceStep
  steps: readonly TraceStep[]
  lines: readonly BilledLine[]
  depth: number
}

const openTo = 2

/** One amount as arithmetic, with what it was made from below it. */
export function ExplainStep({ step, steps, lines, depth }: Props) {
  const [isOpen, setIsOpen] = useState(depth < openTo)
  const parts = step.parts.flatMap((key) => steps.find((one) => one.key === key) ?? [])
  const line = lines.find((one) => one.key === step.key)
  const linesBelow = parts.filter((part) => part.key.startsWith('line.'))
  const others = parts.filter((part) => !linesBelow.includes(part) && isWorthTelling(part))
  const toggle = linesBelow.length > 0 ? plural(linesBelow.length, 'line') : 'What it is made from'
  const hidden = linesBelow.length > 0 || depth >= openTo
  return (
    <div className={classes.step}>
      <Text size="sm" className={classes.sum ?? ''}>
        {equation(step)} <strong>{formatMoney(step.amount)}</strong>
      </Text>
      <div className={classes.note}>{[step.label, rounding[step.rounding]].join('')}</div>
      {line && <LineFacts line={line} />}
      {parts.length > 0 && hidden && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? `Hide: ${toggle.toLowerCase()}` : toggle}
        </Anchor>
      )}
      {isOpen &&
        [...linesBelow, ...others].map((part) => (
          <ExplainStep key={part.key} step={part} steps={steps} lines={lines} depth={depth + 1} />
        ))}
    </div>
  )
}

const rounding: Record<TraceStep['rounding'], string> = {
  cent: ', rounded to the cent, half up',
  gst: ', rounded once, half a cent or less dropped (s 19O)',
  none: '',
}

/** 659.25 × 90 % = 593.325 →, or 573.26 + 85.99 =. */
function equation({ formula, amount, rounding }: TraceStep): string {
  if (formula === amount) return ''
  const plain = readable(formula)
  if (rounding === 'none') return `${plain} =`
  return formula.endsWith(`= ${amount}`) ? readable(formula.slice(0, -amount.length)) : `${plain} →`
}

/** Thousands apart and a real minus sign, as in every other amount. */
function readable(formula: string): string {
  return formula.replace(/(?<![\d.])\d{4,}/g, inThousands).replace(/-(?=\d)/g, '−')
}

function isWorthTelling({ amount, parts }: TraceStep): boolean {
  return amount !== '0.00' || parts.length === 0
}

/** Where a line comes from, and the readings its quantity was counted between. */
function LineFacts({ line }: { line: BilledLine }) {
  const [isOpen, setIsOpen] = useState(false)
  const { from, to, connection, source } = line
  const days = from && to ? `${formatDayShort(from)} – ${formatDayShort(to)}` : ''
  const share = Math.round(Number(line.estimated_share) * 100)
  const facts = [sources[source], connection, days, share > 0 ? `${share} % estimated` : '']
  return (
    <>
      <div className={classes.note}>{facts.filter(Boolean).join(' · ')}</div>
      {connection && from && to && (
        <>
          <Anchor
            component="button"
            type="button"
            size="xs"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Hide the readings' : 'Readings'}
          </Anchor>
          {isOpen && <LineReadings connection={connection} from={from} to={to} />}
        </>
      )}
    </>
  )
}

const sources: Record<BilledLine['source'], string> = {
  rate: 'Our rate times what was used',
  bill: 'The supplier’s bill',
  given: 'Written by hand',
  own: 'A fee or credit of ours that waited',
}
