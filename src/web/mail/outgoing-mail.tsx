import { Card, Code, Skeleton, Stack, Table, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { modals } from '@mantine/modals'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatStamp } from '#domain/kit/calendar.ts'
import { humanise, plural } from '#domain/kit/wording.ts'
import { type MailLine, type MailStatus, mailCalls } from '#domain/mail/mail-calls.ts'
import { StatusChip } from '#web/kit/frame/chip.tsx'
import { NothingHere, NotYet, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'

const explained: Record<MailStatus, string> = {
  queued: 'Waiting for its turn.',
  sending: 'On its way right now.',
  sent: 'Accepted by the mail server.',
  failed: 'Could not be sent.',
  unconfirmed: 'Sending was interrupted; nobody knows whether it arrived.',
  outbox: 'Kept here, because no mail server is set up.',
}

/** What the platform has written to people, for its admins to read. */
export function Screen() {
  const { role } = useSession()
  return role === 'padmin' ? <Mails /> : <NothingYet />
}

function NothingYet() {
  return (
    <Page title="Emails">
      <NotYet />
    </Page>
  )
}

function Mails() {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, 200)
  const { data, isPending, isError, error, refetch } = useQuery({
    queryKey: ['mails', q],
    queryFn: async () => (await send(mailCalls.list, { q: q || undefined })).data ?? [],
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  })
  return (
    <Page title="Outgoing mail" summary={data ? `The latest ${plural(data.length, 'mail')}` : ' '}>
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
        {data && data.length > 0 && <MailTable mails={data} />}
      </Card>
    </Page>
  )
}

function MailTable({ mails }: { mails: MailLine[] }) {
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Subject</Table.Th>
            <Table.Th>To</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>When</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {mails.map((mail) => (
            <Table.Tr key={mail.id}>
              <Table.Td>
                <UnstyledButton fw={600} fz="sm" onClick={() => openMail(mail)}>
                  {mail.subject}
                </UnstyledButton>
              </Table.Td>
              <Table.Td>{mail.mail_to}</Table.Td>
              <Table.Td>
                <StatusChip
                  value={mail.status}
                  label={humanise(mail.status)}
                  explanation={mail.error ?? explained[mail.status]}
                />
              </Table.Td>
              <Table.Td>{formatStamp(mail.created_at)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function openMail(mail: MailLine): void {
  modals.open({
    title: mail.subject,
    size: 'lg',
    closeButtonProps: { 'aria-label': 'Close' },
    children: <MailText id={mail.id} />,
  })
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
