import { Paper, SegmentedControl, Skeleton, Title } from '@mantine/core'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useState } from 'react'
import type { Contract } from '#domain/contracts/contract.ts'
import { isDay } from '#domain/kit/calendar.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { ChangeRates } from './change-rates.tsx'
import { dayOfInterest } from './day-of-interest.ts'
import { DraftRates } from './draft-rates.tsx'
import { useRates } from './rate-side.ts'
import { RateSpans } from './rate-spans.tsx'
import { RateTimeline } from './rate-timeline.tsx'
import { RateUpdates } from './rate-updates.tsx'
import { RatesOnDay } from './rates-on-day.tsx'
import classes from './rates-panel.module.css'

interface Props {
  row: Contract
  /** What the server says may be done now. */
  actions: ReadonlySet<string>
}

/** Sell and buy side by side: which rate holds on which day, what changes next, what is left. */
export function RatesPanel({ row, actions }: Props) {
  const { rates, isPending, error } = useRates(row.id)
  const [chosen, setChosen] = useState<string | null>(null)
  const isOpen = row.contract_status === 'draft' || row.contract_status === 'offered'
  if (isPending) return <Skeleton height={320} radius="lg" />
  if (error) return <Trouble cause={error} />
  const isEmpty = rates.sell.length + rates.buy.length === 0
  const typed = chosen ?? dayOfInterest(row)
  const day = isDay(typed) ? typed : dayOfInterest(row)
  return (
    <>
      <ChangeRates row={row} rates={rates} actions={actions} />
      {isOpen && actions.has('update') && <DraftRates row={row} rates={rates} />}
      {isEmpty && !(isOpen && actions.has('update')) && (
        <NothingHere title="Nothing here yet." description="This contract has no rates." />
      )}
      {!isEmpty && (
        <>
          <RatesOnDay rates={rates} day={typed} onDay={setChosen} />
          <Stretches row={row} rates={rates} day={day} />
        </>
      )}
      {!isOpen && <RateUpdates row={row} actions={actions} />}
    </>
  )
}

const shapes = ['timeline', 'table'] as const

function Stretches(props: {
  row: Contract
  rates: ReturnType<typeof useRates>['rates']
  day: string
}) {
  const [shape, setShape] = useQueryState(
    'rates',
    parseAsStringLiteral(shapes).withDefault('timeline'),
  )
  return (
    <Paper component="section">
      <div className={classes.head}>
        <Title order={2}>Which rate holds when</Title>
        <SegmentedControl
          size="xs"
          aria-label="Show as"
          data={[
            { value: 'timeline', label: 'Timeline' },
            { value: 'table', label: 'Table' },
          ]}
          value={shape}
          // The values are those above.
          onChange={(next) => void setShape(next as (typeof shapes)[number])}
        />
      </div>
      {shape === 'timeline' ? <RateTimeline {...props} /> : <RateSpans rates={props.rates} />}
    </Paper>
  )
}
