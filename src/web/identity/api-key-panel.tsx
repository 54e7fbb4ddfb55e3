import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { scopeInWords } from '#domain/access/key-scope.ts'
import { lastDayBefore } from '#domain/identity/api-key.ts'
import { apiKeyCalls, type KnownApiKey } from '#domain/identity/api-key-calls.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { ask } from '#web/kit/dialogs/ask.tsx'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { ShownOnce } from '#web/kit/frame/shown-once.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { today } from '#web/kit/frame/today.ts'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { NewApiKey } from './new-api-key.tsx'

const reload = () => queryClient.invalidateQueries({ queryKey: ['apikeys'] })

const columns: Column<KnownApiKey>[] = [
  { heading: 'Name', isRowHeading: true, cell: (row) => row.name },
  { heading: 'Begins with', cell: (row) => row.hint },
  { heading: 'Organisation', cell: (row) => row.organisation_name },
  { heading: 'May', cell: (row) => scopeInWords(row) },
  { heading: 'Last day', cell: (row) => <LastDay row={row} /> },
  { heading: 'Last used', cell: (row) => lastUse(row) },
  { heading: 'Actions', cell: (row) => <Remove row={row} /> },
]

/** Set API Key: several keys per person, each shown once when it is made. */
export function ApiKeyPanel() {
  const { data } = useQuery({
    queryKey: ['apikeys'],
    queryFn: async () => (await send(apiKeyCalls.list, {})).data ?? [],
    staleTime: 0,
  })
  const [isMaking, setIsMaking] = useState(false)
  const [key, setKey] = useState<string | null>(null)
  return (
    <Paper component="section">
      <Title order={2}>API keys</Title>
      <Text size="sm" c="dimmed" mb="sm">
        For programs that work in your name. Never with a platform admin's rights.
      </Text>
      <Stack gap="sm" align="flex-start">
        {key && <ShownOnce secret={key} />}
        {!data && <Skeleton height={80} />}
        {data && data.length > 0 && (
          <PlainTable label="API keys" columns={columns} rows={data} keyOf={(row) => row.id} />
        )}
        <Button variant="default" onClick={() => setIsMaking(true)}>
          Set API Key
        </Button>
      </Stack>
      {isMaking && (
        <NewApiKey
          onClose={() => setIsMaking(false)}
          onMade={(made) => {
            setKey(made)
            setIsMaking(false)
            void reload()
          }}
        />
      )}
    </Paper>
  )
}

function LastDay({ row }: { row: KnownApiKey }) {
  const day = lastDayBefore(row.expires_at)
  return (
    <Group gap="xs" wrap="nowrap">
      {formatDay(day)}
      {day < today() && <StatusChip value="expired" label="Ended" />}
    </Group>
  )
}

function lastUse({ last_used_at, last_used_ip }: KnownApiKey): string {
  if (last_used_at === null) return 'Never'
  return `${formatStamp(last_used_at)}${last_used_ip ? ` from ${last_used_ip}` : ''}`
}

function Remove({ row }: { row: KnownApiKey }) {
  async function remove() {
    const answer = await ask<'remove' | 'cancel'>({
      title: 'Remove the API key?',
      text: `Programs that use "${row.name}" stop working at once.`,
      cancel: 'cancel',
      answers: [
        { answer: 'cancel', label: 'Cancel' },
        { answer: 'remove', label: 'Remove', isMain: true, isDanger: true },
      ],
    })
    if (answer === 'cancel') return
    try {
      toast((await send(apiKeyCalls.remove, { id: row.id })).message)
    } catch (cause) {
      toastProblem(cause)
    } finally {
      await reload()
    }
  }
  return (
    <Button
      variant="subtle"
      color="red"
      aria-label={`Remove the key ${row.name}`}
      onClick={() => void remove()}
    >
      Remove
    </Button>
  )
}
