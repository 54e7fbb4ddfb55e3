import { Card, Code, Skeleton, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { humanise, plural } from '#domain/kit/wording.ts'
import { type MailLine, type MailStatus, mailCalls } from '#domain/mail/mail-calls.ts'
import { openDialog } from '#web/kit/dialogs/open-dialog.tsx'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { type Column, PlainTable } from '#web/kit/list/plain-table.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'

const explained: Record<MailStatus, string> = {
  queued: 'Waiting for its turn.',
  sending: 'On its way right now.',
  sent: 'Accepted by the mail server.',
  failed: 'Could not be sent.',
  unconfirmed: 'Sending was interrupted; nobody knows whether it arrived.',
  outbox: 'Kept here, because no mail server is set up.',
}

/** What the platform has written to people who sign in, for its admins to read. */
export function Screen() {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, 200)
  const { data, isPending, isError, error, refetch } = useQuery({
    queryKey: ['mails', q],
    queryFn: async () => (await send(mailCalls.list, { q: q || undefined })).data ?? [],
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  })
  return (
    <Page title="Sign-in mail" summary={data ? `The latest ${plural(data.length, 'mail')}` : ' '}>
      <TextInput
        aria-label="Search mails"
        placeholder="Address or subject"
        maw={320}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Card withBorder p={0} mt="sm">
        {isPending && <Skeleton height={240} />}
        {isError && <Trouble cause={error} onRetry={() => void refetch()} />}
        {data?.length === 0 && (
          <NothingHere title={q ? 'No matches. Try fewer filters.' : 'Nothing here yet.'} />
        )}
        {data && data.length > 0 && (
          <PlainTable label="Mails" columns={columns} rows={data} keyOf={(mail) => mail.id} />
        )}
      </Card>
    </Page>
  )
}

const columns: Column<MailLine>[] = [
  {
    heading: 'Subject',
    cell: (mail) => (
      <UnstyledButton fw={600} fz="sm" onClick={() => openMail(mail)}>
        {mail.subject}
      </UnstyledButton>
    ),
  },
  { heading: 'To', cell: (mail) => mail.mail_to },
  {
    heading: 'Status',
    cell: ({ status, error }) => (
      <StatusChip
        value={status}
        label={humanise(status)}
        explanation={error ?? explained[status]}
      />
    ),
  },
  { heading: 'When', cell: (mail) => formatStamp(mail.created_at) },
]

function openMail({ id, subject }: MailLine): void {
  openDialog({ title: subject, size: 'lg' }, () => <MailText id={id} />)
}

function MailText({ id }: { id: number }) {
  const { data, isPending, isError, error } = useQuery({
    queryKey: ['mails', 'one', id],
    queryFn: async () => (await send(mailCalls.get, { id })).data,
  })
  if (isPending) return <Skeleton height={160} />
  if (isError) return <Trouble cause={error} />
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        To {data.mail_to} · {formatStamp(data.created_at)}
      </Text>
      {data.text_plain ? (
        <Code block>{data.text_plain}</Code>
      ) : (
        <Text size="sm">The mail server has taken it; its text is not kept here.</Text>
      )}
    </Stack>
  )
}
