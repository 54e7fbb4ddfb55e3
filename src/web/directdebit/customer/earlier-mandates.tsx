import { Paper, Title } from '@mantine/core'
import { mandateStatusExplained } from '#domain/customers/mandate-status.ts'
import type { Mandate } from '#domain/directdebit/mandate.ts'
import { causeInWords } from '#domain/directdebit/provider-words.ts'
import { businessToday, formatDay } from '#domain/kit/calendar.ts'
import { humanise } from '#domain/kit/wording.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { endedInWords } from './mandate-words.ts'

const dayOf = (instant: string | null) =>
  instant ? formatDay(businessToday(Temporal.Instant.from(instant))) : '—'

/** Authorities that are not in use: replaced, ended, or on their way. */
export function EarlierMandates({ mandates }: { mandates: readonly Mandate[] }) {
  return (
    <Paper component="section">
      <Title order={2} mb="xs">
        Other authorities
      </Title>
      <PlainTable
        label="Other authorities"
        rows={mandates}
        keyOf={({ id }) => id}
        columns={[
          { heading: 'Given', cell: ({ source }) => humanise(source) },
          { heading: 'Agreed', cell: ({ consent_at }) => dayOf(consent_at) },
          { heading: 'Account', cell: ({ account_ending: end }) => (end ? `••${end}` : '—') },
          {
            heading: 'Status',
            cell: ({ mandate_status: status }) => (
              <StatusChip
                value={status}
                label={humanise(status)}
                explanation={mandateStatusExplained[status]}
              />
            ),
          },
          {
            heading: 'Ended',
            cell: (one) =>
              [endedInWords(one), one.ended_cause && causeInWords(one.ended_cause)]
                .filter(Boolean)
                .join(': '),
          },
        ]}
      />
    </Paper>
  )
}
