import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useState } from 'react'
import type { DirectDebitConnection } from '#domain/directdebit/directdebit-calls.ts'
import { plural } from '#domain/kit/wording.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { CopyText } from '#web/kit/frame/copy-text.tsx'
import factsClasses from '#web/kit/frame/facts.module.css'
import { formatStamp } from '#web/kit/session/clock.ts'
import { ConnectDialog } from './connect-dialog.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'

type Connection = NonNullable<DirectDebitConnection['connection']>

/** How the organisation's account with the provider stands, and where it is told to call us. */
export function ConnectionPanel({ connection }: { connection: Connection }) {
  const [asked, setAsked] = useState<'connect' | 'disconnect' | null>(null)
  const close = () => setAsked(null)
  const isWorking = connection.connection_status === 'working'
  return (
    <Paper component="section" aria-label="Connection">
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2}>GoCardless</Title>
        <StatusChip
          value={isWorking ? 'active' : 'failed'}
          label={isWorking ? 'working' : 'disconnected'}
        />
      </Group>
      <dl className={factsClasses.facts}>
        {factsOf(connection).map(([label, value]) => (
          <div key={label} className={factsClasses.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <WebhookAddress url={connection.webhook_url} />
      <Group gap="xs" mt="md">
        <Button variant="default" onClick={() => setAsked('connect')}>
          Connect again
        </Button>
        <Button
          variant="default"
          leftSection={<IconPlugConnectedX size={15} aria-hidden />}
          onClick={() => setAsked('disconnect')}
        >
          Disconnect
        </Button>
      </Group>
      {asked === 'connect' && <ConnectDialog onClose={close} />}
      {asked === 'disconnect' && <DisconnectDialog onClose={close} />}
    </Paper>
  )
}

function factsOf(connection: Connection): [string, string][] {
  return [
    ['Collects as', connection.creditor_name],
    ['Connected', `${formatStamp(connection.connected_at)} by ${connection.connected_by}`],
    ['News known until', formatStamp(connection.events_until)],
    ['Waiting', plural(connection.waiting_calls, 'call')],
    ...(connection.message ? [['It last said', connection.message] as [string, string]] : []),
  ]
}

/** Entered at the provider, so that what happens there is known here within a moment. */
function WebhookAddress({ url }: { url: string }) {
  return (
    <>
      <Text size="sm" fw={600} mt="md">
        Address of our webhook
      </Text>
      <Group gap="xs" mt={4} align="flex-start">
        <Text size="sm" style={{ flex: '1 1 260px', overflowWrap: 'anywhere' }}>
          {url}
        </Text>
        <CopyText value={url} size="xs" label="Copy the address of our webhook" />
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        Enter it in your GoCardless account under Developers, together with the secret you typed
        here. Without it, news comes every 15 minutes.
      </Text>
    </>
  )
}
