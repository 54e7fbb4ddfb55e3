import { Text } from '@mantine/core'
import { IconHandStop, IconHeartbeat, IconHeartHandshake } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { businessToday, formatDayShort } from '#domain/kit/calendar.ts'
import type { CustomerStanding } from '#domain/reports/customer-standing-calls.ts'
import type { EditRow } from '#web/kit/form/use-edit.ts'
import classes from './customer-care.module.css'

interface Props {
  row: EditRow
  standing: CustomerStanding | undefined
}

/** Whom nobody presses or cuts off, and what was stopped: nobody picks up the phone past it. */
export function CustomerCare({ row, standing }: Props) {
  const stop = standing?.latest_stop
  const isMedical = row.required_for_medical === true
  const isInHardship = row.in_hardship === true
  const frozen = row.debits_frozen_date ? String(row.debits_frozen_date) : null
  if (!isMedical && !isInHardship && !frozen && !stop) return null
  return (
    <section className={classes.care} aria-label="Care">
      {isMedical && (
        <Flag
          icon={<IconHeartbeat size={18} aria-hidden />}
          title="Power needed for medical reasons"
        >
          Never disconnect.
        </Flag>
      )}
      {isInHardship && (
        <Flag icon={<IconHeartHandshake size={18} aria-hidden />} title="In financial hardship">
          Offer a way to pay before anything else.
        </Flag>
      )}
      {frozen && (
        <Flag
          icon={<IconHandStop size={18} aria-hidden />}
          title={`Direct debits stopped on ${formatDayShort(frozen)}`}
        >
          {String(row.debits_frozen_reason ?? '')}
        </Flag>
      )}
      {stop && (
        <Flag
          icon={<IconHandStop size={18} aria-hidden />}
          title={`A letter was stopped on ${formatDayShort(businessToday(Temporal.Instant.from(stop.at)))}`}
        >
          {stop.reason}
        </Flag>
      )}
    </section>
  )
}

function Flag(props: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className={classes.flag}>
      {props.icon}
      <Text size="sm" fw={700} component="span">
        {props.title}
      </Text>
      <Text size="sm" component="span">
        {props.children}
      </Text>
    </div>
  )
}
