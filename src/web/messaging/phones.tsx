import { Button, Group, Paper, Skeleton, Text, TextInput } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type DoubleText, doubleCalls } from '#domain/messaging/double-calls.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { NothingHere, Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import classes from './chats.module.css'
import { doubleTextsQuery } from './double-query.ts'
import { momentOf } from './moment.ts'

/** The phones of a demonstration's customers, each with what was said there. */
export function Phones() {
  const { data, error, refetch, isPending } = useQuery(doubleTextsQuery)
  if (isPending) return <Skeleton height={160} radius="lg" />
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  const phones = [...Map.groupBy(data.texts, ({ number }) => number)]
  if (phones.length === 0)
    return (
      <NothingHere
        title={data.is_there ? 'No phone got anything yet.' : 'There are no phones here.'}
        description={
          data.is_there
            ? 'Write a text message on a customer’s page; it stands here then.'
            : 'Only a demonstration has its customers’ phones on this machine.'
        }
        icon={<IconDeviceMobile size={36} stroke={1.5} aria-hidden />}
      />
    )
  return phones.map(([number, texts]) => <Phone key={number} number={number} texts={texts} />)
}

async function answer(number: string, text: string): Promise<void> {
  toast((await send(doubleCalls.answerText, { number, text })).message)
  await queryClient.invalidateQueries({ queryKey: doubleTextsQuery.queryKey })
}

function Phone({ number, texts }: { number: string; texts: readonly DoubleText[] }) {
  const [typed, setTyped] = useState('')
  const submit = useSubmit(async () => {
    await answer(number, typed.trim())
    setTyped('')
  })
  const say = (word: string) => void answer(number, word).catch(toastProblem)
  return (
    <Paper component="article" aria-label={`Phone ${number}`}>
      <Text fw={600}>{number}</Text>
      {texts.map(({ id, is_from_phone, text, at }) => (
        <Text key={id} size="sm" className={classes.said} ta={is_from_phone ? 'right' : 'left'}>
          {text}
          <Text span size="xs" c="dimmed">
            {` · ${is_from_phone ? 'answered' : 'arrived'} ${momentOf(at)}`}
          </Text>
        </Text>
      ))}
      <form onSubmit={submit.onSubmit}>
        <Group gap="xs" mt="xs" align="start">
          <TextInput
            flex={1}
            aria-label={`Answer from ${number}`}
            placeholder="Answer as the customer"
            maxLength={480}
            value={typed}
            error={submit.problem}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" loading={submit.isBusy} disabled={!typed.trim()}>
            Answer
          </Button>
          <Button variant="default" onClick={() => say('STOP')}>
            STOP
          </Button>
          <Button variant="default" onClick={() => say('START')}>
            START
          </Button>
        </Group>
      </form>
    </Paper>
  )
}
