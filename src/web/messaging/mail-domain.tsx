import { Alert, Button, Card, Code, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconAt } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { JudgedRecord, MailRecord } from '#domain/messaging/mail-records.ts'
import { type MailDomainAnswer, maildomainCalls } from '#domain/messaging/maildomain-calls.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { CopyText } from '#web/kit/frame/copy-text.tsx'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { send } from '#web/kit/session/send.ts'

const domainQuery = queryOptions({
  queryKey: ['maildomain'],
  queryFn: async ({ signal }) => (await send(maildomainCalls.show, {}, { signal })).data ?? null,
})

const checkQuery = queryOptions({
  queryKey: ['maildomain', 'check'],
  queryFn: async ({ signal }) => (await send(maildomainCalls.check, {}, { signal })).data,
  // Somebody asks, once they have published something.
  enabled: false,
  staleTime: 0,
})

/** What the organisation publishes in its domain's names, for its mail to be believed. */
export function Screen() {
  const { data, error, isPending, refetch } = useQuery(domainQuery)
  return (
    <Page
      title="Mail domain"
      summary={data ? `Mail leaves as ${data.address}` : ''}
      crumbs={<Crumbs path={[['Settings', '/app/settings']]} here="Mail domain" />}
    >
      {isPending && <Skeleton height={320} radius="lg" />}
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {data === null && (
        <NothingHere
          title="No mailbox of your own is set up."
          description="Mail leaves from the platform’s address. Whoever runs the server can set up yours."
          icon={<IconAt size={36} stroke={1.5} aria-hidden />}
        />
      )}
      {data && <Records domain={data} />}
    </Page>
  )
}

function Records({ domain: { domain, records, signed_by } }: { domain: MailDomainAnswer }) {
  const check = useQuery(checkQuery)
  const judged = (record: MailRecord) => check.data?.find(({ name }) => name === record.name)
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text size="sm">
          Publish these as TXT records of <b>{domain}</b>, then check them. Names take up to a day
          to be known everywhere.
        </Text>
        <Button loading={check.isFetching} onClick={() => void check.refetch()}>
          Check now
        </Button>
      </Group>
      {check.error && <Trouble cause={check.error} onRetry={() => void check.refetch()} />}
      {signed_by === 'relay' && (
        <Alert color="gray">
          Your mail server signs what it sends. Ask its provider for the DKIM record, which is not
          checked here.
        </Alert>
      )}
      {records.map((record) => (
        <OneRecord key={record.name} record={record} judged={judged(record)} />
      ))}
    </Stack>
  )
}

const titles = { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' } as const
const states = {
  right: { value: 'delivered', label: 'As it should be' },
  missing: { value: 'failed', label: 'Missing' },
  different: { value: 'waiting', label: 'To look at' },
  twice: { value: 'waiting', label: 'There twice' },
  unknown: { value: 'draft', label: 'No answer' },
} as const

interface RecordProps {
  record: MailRecord
  judged: JudgedRecord | undefined
}

function OneRecord({ record, judged }: RecordProps) {
  const title = titles[record.kind]
  return (
    <Card withBorder component="section" aria-label={title}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {title}
        </Title>
        {judged && <StatusChip {...states[judged.state]} />}
      </Group>
      <Stack gap="xs">
        <Text size="sm">{record.why}</Text>
        <Line label="Name" text={record.name} />
        <Line label="Text" text={record.value} />
        {judged && judged.state !== 'right' && <Text size="sm">{judged.advice}</Text>}
        {judged?.found.map((text) => (
          <Text key={text} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            Found: {text}
          </Text>
        ))}
      </Stack>
    </Card>
  )
}

function Line({ label, text }: { label: string; text: string }) {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Code style={{ overflowWrap: 'anywhere', flex: 1 }}>{text}</Code>
      <CopyText value={text} label={`Copy the ${label.toLowerCase()}`} size="xs" />
    </Group>
  )
}
