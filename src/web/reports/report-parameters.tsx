import { Button, Group, NativeSelect, Paper, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isDay } from '#domain/kit/calendar.ts'
import { parseMoney } from '#domain/kit/money.ts'
import type { ReportDefinition } from '#domain/reports/report.ts'
import type { ReportFacts } from '#domain/reports/report-calls.ts'
import { DayInput } from '#web/kit/form/day-input.tsx'
import classes from './report.module.css'
import { type ChangeReport, periodChoices, type ReportState } from './report-state.ts'

interface Props {
  definition: ReportDefinition
  state: ReportState
  /** What the server filled in; nothing before the first answer. */
  facts: ReportFacts | undefined
  change: ChangeReport
}

/** Which days, grouped and compared how: every choice goes into the address. */
export function ReportParameters({ definition, state, facts, change }: Props) {
  const groups = Object.entries(definition.groups)
  const hasBefore = !definition.isOfNow || definition.spans === 'period'
  const before = definition.spans === 'day' ? 'A month before' : 'The period before'
  return (
    <Paper
      p="md"
      className={classes.parameters ?? ''}
      component="section"
      aria-label="What to show"
    >
      <Group align="flex-end" gap="sm">
        {definition.spans === 'period' && (
          <PeriodInputs {...{ definition, state, facts, change }} />
        )}
        <NativeSelect
          label="Group by"
          value={state.group ?? groups[0]?.[0] ?? ''}
          onChange={(event) => change({ group: event.currentTarget.value, of: null })}
          data={groups.map(([value, { label }]) => ({ value, label }))}
        />
        {hasBefore && (
          <NativeSelect
            label="Compare with"
            value={state.compare ?? ''}
            onChange={(event) => change({ compare: event.currentTarget.value || null })}
            data={[
              { value: '', label: 'Nothing' },
              { value: 'before', label: before },
              { value: 'year', label: 'A year before' },
            ]}
          />
        )}
        {!definition.isOfNow && (
          <DayInput
            label="As at"
            value={state.as_at ?? facts?.as_at ?? ''}
            onChange={(day) => (day === null || isDay(day)) && change({ as_at: day })}
          />
        )}
        {definition.takesCash && <CashInput state={state} change={change} />}
        {!definition.isOfNow && <MomentButton {...{ state, facts, change }} />}
      </Group>
    </Paper>
  )
}

/** The day whose period is meant: today where it is shown, else the first day that is. */
function dayWithin({ period, from, to, as_at }: ReportFacts): string {
  return period === 'free' && from <= as_at && as_at <= to ? as_at : from
}

function PeriodInputs({ definition, state, facts, change }: Props) {
  const put = (side: 'from' | 'to') => (day: string | null) => {
    if (!day || !isDay(day) || !facts) return
    change({ period: null, day: null, from: facts.from, to: facts.to, [side]: day })
  }
  return (
    <>
      <NativeSelect
        label="Period"
        value={facts?.period ?? state.period ?? definition.usual}
        onChange={({ currentTarget: { value } }) =>
          change(
            value === 'free'
              ? { period: null, day: null, from: facts?.from ?? null, to: facts?.to ?? null }
              : { period: value, day: facts ? dayWithin(facts) : null, from: null, to: null },
          )
        }
        data={periodChoices}
      />
      <DayInput label="From" value={facts?.from ?? state.from ?? ''} onChange={put('from')} />
      <DayInput label="To" value={facts?.to ?? state.to ?? ''} onChange={put('to')} />
    </>
  )
}

/** How much there is to pay bills with; what is no amount is left for the server to refuse. */
function CashInput({ state, change }: Pick<Props, 'state' | 'change'>) {
  const [cash, setCash] = useState(state.cash ?? '')
  return (
    <TextInput
      label="Money to pay bills with"
      inputMode="decimal"
      value={cash}
      onChange={(event) => setCash(event.currentTarget.value)}
      onBlur={() => change({ cash: cash.trim() ? (parseMoney(cash) ?? cash.trim()) : null })}
    />
  )
}

function MomentButton({ state, facts, change }: Pick<Props, 'state' | 'facts' | 'change'>) {
  return state.known_at ? (
    <Button variant="default" onClick={() => change({ known_at: null })}>
      As known now
    </Button>
  ) : (
    <Button variant="default" onClick={() => change({ known_at: facts?.known_at ?? null })}>
      Keep this moment
    </Button>
  )
}
