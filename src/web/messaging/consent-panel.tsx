import { Badge, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ConsentFlag,
  consentFlagNames,
  consentFlags,
} from '#domain/messaging/checks/consented.ts'
import type { Consent } from '#domain/messaging/consent.ts'
import { consentCalls } from '#domain/messaging/consent-calls.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'
import { ConsentDialog } from './consent-dialog.tsx'

interface Props {
  customer_id: number
  flags: Record<ConsentFlag, boolean>
  isArchived: boolean
}

/** What a customer's record says of it. */
export const flagsOf = (row: Record<string, unknown>): Props['flags'] => ({
  receive_promo_emails: row.receive_promo_emails === true,
  receive_promo_sms: row.receive_promo_sms === true,
  receive_sms_reminders: row.receive_sms_reminders === true,
})

const columns: Column<Consent>[] = [
  { heading: 'When', cell: (line) => formatStamp(line.created_at) },
  { heading: 'What', isRowHeading: true, cell: (line) => `${line.purpose} ${line.channel}` },
  { heading: 'State', cell: (line) => (line.state === 'given' ? 'Given' : 'Withdrawn') },
  { heading: 'How', cell: (line) => line.how },
  { heading: 'Contact', cell: (line) => line.contact },
  { heading: 'Noted by', cell: (line) => line.actor_name ?? 'The customer' },
]

/** What a customer agreed to, how that is known, and the place to note a change. */
export function ConsentPanel({ customer_id, flags, isArchived }: Props) {
  const [asked, setAsked] = useState<ConsentFlag | null>(null)
  const lines = useQuery({
    queryKey: ['customer', customer_id, 'consents'],
    queryFn: async ({ signal }) =>
      (await send(consentCalls.list, { customer_id, limit: '200' }, { signal })).data ?? [],
  })
  if (lines.isError) return <Trouble cause={lines.error} onRetry={() => void lines.refetch()} />
  if (lines.isPending) return <Skeleton height={160} />
  const isProved = (flag: ConsentFlag) => {
    const { channel, purpose } = consentFlags[flag]
    const last = lines.data.find((one) => one.channel === channel && one.purpose === purpose)
    return flags[flag] && last?.state === 'given'
  }
  return (
    <Paper component="section" aria-label="Consent">
      <Stack gap="sm">
        <Title order={2}>Consent</Title>
        {consentFlagNames.map((flag) => (
          <Group key={flag} justify="space-between" gap="sm">
            <Group gap="sm">
              <Text size="sm">{capital(consentFlags[flag].words)}</Text>
              <Standing isFlagged={flags[flag]} isProved={isProved(flag)} />
            </Group>
            {!isArchived && (
              <Button variant="default" size="xs" onClick={() => setAsked(flag)}>
                {isProved(flag) ? 'Withdraw' : 'Note consent'}
              </Button>
            )}
          </Group>
        ))}
        {lines.data.length === 0 ? (
          <Text size="sm" c="dimmed">
            Nobody noted anything yet.
          </Text>
        ) : (
          <PlainTable label="Consent" columns={columns} rows={lines.data} keyOf={({ id }) => id} />
        )}
      </Stack>
      {asked && (
        <ConsentDialog
          customer_id={customer_id}
          flag={asked}
          isGiving={!isProved(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </Paper>
  )
}

function Standing({ isFlagged, isProved }: { isFlagged: boolean; isProved: boolean }) {
  if (isProved) return <Badge color="petrol">Agreed</Badge>
  return isFlagged ? <Badge color="amber">Nobody noted how</Badge> : <Badge color="gray">No</Badge>
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
