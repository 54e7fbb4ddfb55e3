import { Anchor, Checkbox, Table, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { meterreadingCalls } from '#domain/meters/meter-calls.ts'
import type { RegisterFacts } from '#domain/meters/reading-facts.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { FindingList, findingsIn } from '#web/kit/import/finding-list.tsx'
import { send } from '#web/kit/session/send.ts'
import classes from './meter-details.module.css'
import type { Meter, MeterReading } from './meter-queries.ts'
import { amount, wordsOfUse } from './reading-words.ts'
import { useTypedReading } from './use-typed-reading.ts'

interface Props {
  meter: Meter
  register: RegisterFacts & { id: number; name: string }
  last: MeterReading | undefined
  day: { reading_date: string; reading_latest_type: string }
}

/** One register of the round: Enter saves it and goes on to the next. */
export function RoundRow({ meter, register, last, day }: Props) {
  const [saved, setSaved] = useState<MeterReading | null>(null)
  const readings = last ? [last] : []
  const { typed, set, body, preview } = useTypedReading({ meter, register, readings, day })
  const submit = useSubmit(async (key) => {
    const reading = { meter_id: meter.id, meterregister_id: register.id, ...body, ...day }
    const answer = await send(meterreadingCalls.create, reading, { key })
    setSaved(answer.data)
  })
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (typed.reading_latest.trim() !== '') submit.onSubmit()
    nextInput(event.currentTarget)?.focus()
  }
  const label = `Reading of ${meter.meter_number}, ${register.name}`
  // One earlier reading is too little to judge by: only what it counts and a rollover are told.
  const refusal = submit.errorOf('reading_latest') ?? submit.errorOf('reading_date')
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to={`/app/meter?id=${meter.id}`} size="sm">
          {meter.meter_number}
        </Anchor>
        <div className={classes.quiet}>{meter.icp_location ?? meter.icp_number}</div>
      </Table.Td>
      <Table.Td>{register.name}</Table.Td>
      <Table.Td className={classes.number}>
        {last ? amount(last.reading_latest) : '–'}
        <div className={classes.quiet}>{formatDayShort(last?.reading_date)}</div>
      </Table.Td>
      <Table.Td>
        <TextInput
          size="sm"
          miw={110}
          aria-label={label}
          inputMode="decimal"
          autoComplete="off"
          data-round
          disabled={saved !== null}
          value={typed.reading_latest}
          error={refusal ?? submit.problem}
          onKeyDown={onKeyDown}
          onChange={(event) => set({ reading_latest: event.currentTarget.value })}
        />
        {(preview.isRolloverProposed || typed.is_rollover) && !saved && (
          <Checkbox
            mt={4}
            size="xs"
            label="The dials went round"
            checked={typed.is_rollover}
            onChange={(event) => set({ is_rollover: event.currentTarget.checked })}
          />
        )}
      </Table.Td>
      <Table.Td data-whole>
        <div role="status">
          {saved && (
            <>
              <IconCheck size={15} aria-hidden style={{ verticalAlign: '-3px' }} /> Saved:{' '}
            </>
          )}
          {saved
            ? wordsOfUse({ ...saved, days: 0 }, meter.icp_type)
            : wordsOfUse(preview.computed, meter.icp_type)}
          <FindingList findings={findingsIn(saved?.findings)} />
        </div>
      </Table.Td>
    </Table.Tr>
  )
}

function nextInput(here: HTMLInputElement): HTMLInputElement | undefined {
  const all = [...document.querySelectorAll<HTMLInputElement>('input[data-round]:not(:disabled)')]
  return all[all.indexOf(here) + 1]
}
