import {
  Button,
  Group,
  Paper,
  Skeleton,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { IconMailbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type DoubleMail, doubleCalls } from '#domain/messaging/double-calls.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Crumbs } from '#web/kit/frame/crumbs.tsx'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import classes from './chats.module.css'
import { doubleMailsQuery } from './double-query.ts'
import { momentOf } from './moment.ts'
import { Phones } from './phones.tsx'

/** Each kind of double shows what arrived there, and lets its owner do something. */
const sections = [
  { title: 'Phones', Section: Phones },
  { title: 'Mailboxes', Section: Mailboxes },
]

/** Where a demonstration's customers read what we write, and answer; with what else is theirs. */
export function DoublesPage({ children }: { children: ReactNode }) {
  return (
    <Page
      title="Customers’ phones and mailboxes"
      summary="What the demonstration sends arrives here and nowhere else. Answer as the customer would."
      crumbs={<Crumbs path={[['Inbox', '/app/messages']]} here="Phones and mailboxes" />}
    >
      {children}
      {sections.map(({ title, Section }) => (
        <Stack key={title} gap="md" component="section" aria-label={title}>
          <Title order={2}>{title}</Title>
          <Section />
        </Stack>
      ))}
    </Page>
  )
}

async function act(what: Parameters<typeof send<typeof doubleCalls.act>>[1]): Promise<void> {
  toast((await send(doubleCalls.act, what)).message)
  await queryClient.invalidateQueries({ queryKey: doubleMailsQuery.queryKey })
}

function Mailboxes() {
  // What somebody wrote leaves ten seconds later: it is waited for here.
  const asked = { ...doubleMailsQuery, refetchInterval: 5000 }
  const { data, error, refetch, isPending } = useQuery(asked)
  if (isPending) return <Skeleton height={240} radius="lg" />
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (!data.is_there)
    return (
      <NothingHere
        title="There are no mailboxes here."
        description="Only a demonstration has its customers’ mailboxes on this machine."
        icon={<IconMailbox size={36} stroke={1.5} aria-hidden />}
      />
    )
  return (
    <>
      <NewMail />
      {data.mails.length === 0 && (
        <NothingHere
          title="Nothing arrived yet."
          description="Send an invoice or write to a customer; it stands here then."
          icon={<IconMailbox size={36} stroke={1.5} aria-hidden />}
        />
      )}
      {data.mails.map((mail) => (
        <OneMail key={mail.id} mail={mail} />
      ))}
    </>
  )
}

function OneMail({ mail }: { mail: DoubleMail }) {
  const [text, setText] = useState('')
  const { id } = mail
  const run = (what: 'machine' | 'bounce' | 'complain') =>
    void act({ act: what, id }).catch(toastProblem)
  const answer = useSubmit(async () => {
    await act({ act: 'answer', id, text: text.trim() })
    setText('')
  })
  return (
    <Paper component="article" aria-label={`${mail.subject} to ${mail.address}`}>
      <Text size="xs" c="dimmed">
        To {mail.address} · {momentOf(mail.received_at)}
      </Text>
      <Text fw={600}>{mail.subject}</Text>
      <Text size="sm" className={classes.said} lineClamp={8}>
        {mail.text}
      </Text>
      <form onSubmit={answer.onSubmit}>
        <Textarea
          mt="xs"
          aria-label={`Answer ${mail.subject}`}
          placeholder="Answer as the customer"
          autosize
          minRows={1}
          value={text}
          error={answer.problem}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group gap="xs" mt="xs">
          <Button type="submit" size="xs" loading={answer.isBusy} disabled={!text.trim()}>
            Answer
          </Button>
          <Button size="xs" variant="default" onClick={() => run('machine')}>
            Out of office
          </Button>
          <Button size="xs" variant="default" onClick={() => run('bounce')}>
            Nobody is there
          </Button>
          <Button size="xs" variant="default" onClick={() => run('complain')}>
            Complain
          </Button>
        </Group>
      </form>
    </Paper>
  )
}

function NewMail() {
  const [mail, setMail] = useState({ from: '', subject: '', text: '' })
  const submit = useSubmit(async () => {
    await act({ act: 'send', ...mail })
    setMail({ from: '', subject: '', text: '' })
  })
  const change = (name: keyof typeof mail) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setMail((before) => ({ ...before, [name]: value }))
  }
  return (
    <Paper component="form" onSubmit={submit.onSubmit} aria-label="Write to the office">
      <Group align="end" gap="xs">
        <TextInput
          label="From"
          type="email"
          required
          value={mail.from}
          error={submit.errorOf('from')}
          onChange={change('from')}
        />
        <TextInput label="Subject" required value={mail.subject} onChange={change('subject')} />
        <TextInput label="Words" required flex={1} value={mail.text} onChange={change('text')} />
        <Button type="submit" variant="default" loading={submit.isBusy}>
          Write to the office
        </Button>
      </Group>
      {submit.problem && (
        <Text size="sm" c="red">
          {submit.problem}
        </Text>
      )}
    </Paper>
  )
}
