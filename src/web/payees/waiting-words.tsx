import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { organisationconfig } from '#domain/identity/settings.ts'
import { labelOf } from '#domain/kit/entity.ts'
import { messagetemplate } from '#domain/messaging/messagetemplate.ts'
import type { WordKind } from '#domain/payees/word-change.ts'
import { type WordChange, wordChangeCalls } from '#domain/payees/word-change-calls.ts'
import { type ReasonAction, ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { lineDifference } from '#web/messaging/template/line-difference.ts'
import classes from './waiting-words.module.css'

const actions = {
  confirm: {
    title: 'Confirm the new words?',
    text: 'Customers read them from now on. Look above all at where they say to pay.',
    button: 'Confirm',
    call: wordChangeCalls.confirm,
    reason: 'none',
  },
  refuse: {
    title: 'Refuse the new words?',
    text: 'Customers read what they read before. Who asked and the admins are told why.',
    button: 'Refuse',
    call: wordChangeCalls.refuse,
    reason: 'needed',
    isDanger: true,
  },
  withdraw: {
    title: 'Withdraw the new words?',
    text: 'Customers read what they read before.',
    button: 'Withdraw',
    call: wordChangeCalls.withdraw,
    reason: 'none',
  },
} as const satisfies Record<string, ReasonAction>

type Start = (action: keyof typeof actions, id: number) => void

interface Props {
  kind: WordKind
  /** One row; left out, whatever waits of this kind. */
  id?: number
}

/** New words that a second person is to read before customers do. */
export function WaitingWords({ kind, id }: Props) {
  const [asked, setAsked] = useState<{ action: ReasonAction; id: number } | null>(null)
  const { data } = useQuery({
    queryKey: [kind, id ?? 'all', 'waiting'],
    queryFn: async ({ signal }) => {
      const about = id === undefined ? {} : { object_id: id }
      return (await send(wordChangeCalls.list, { object_class: kind, ...about }, { signal })).data
    },
    staleTime: 0,
  })
  const start: Start = (action, id) => setAsked({ action: actions[action], id })
  return (
    <>
      {(data ?? []).map((change) => (
        <Waiting key={change.id} change={change} start={start} />
      ))}
      <ReasonDialog
        action={asked?.action ?? null}
        row={{ id: asked?.id ?? 0 }}
        onClose={() => setAsked(null)}
        refresh={() => forgetWords(kind)}
      />
    </>
  )
}

function Waiting({ change, start }: { change: WordChange; start: Start }) {
  const { role, user } = useSession()
  const { id, name, actor_id, actor_name, created_at, changes } = change
  const isOwn = actor_id === user?.id
  const mayAnswer = !isOwn && atLeast(role, 'admin')
  return (
    <section className={classes.waiting} aria-label={`${name}: new words`}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          <b>{name}: new words wait for a second person.</b> {actor_name} wrote them on{' '}
          {formatStamp(created_at)}.
        </Text>
        <Group gap="xs">
          {mayAnswer && <Button onClick={() => start('confirm', id)}>Confirm</Button>}
          {mayAnswer && (
            <Button variant="default" onClick={() => start('refuse', id)}>
              Refuse
            </Button>
          )}
          {isOwn && (
            <Button variant="default" onClick={() => start('withdraw', id)}>
              Withdraw
            </Button>
          )}
        </Group>
      </Group>
      <Stack gap="xs" mt="xs">
        {Object.entries(changes).map(([field, sides]) => (
          <Changed key={field} label={fieldOf(change, field)} sides={sides} />
        ))}
      </Stack>
    </section>
  )
}

// A setting has one field, which its own name says.
const fieldOf = ({ object_class }: WordChange, field: string) =>
  object_class === 'messagetemplate'
    ? labelOf(messagetemplate, field)
    : field === 'value'
      ? 'Words'
      : labelOf(organisationconfig, field)

function Changed({ label, sides }: { label: string; sides: [unknown, unknown] }) {
  const [before, after] = sides.map(said)
  return (
    <div>
      <Text fw={600} size="sm" mb={4}>
        {label}
      </Text>
      <pre className={classes.lines}>
        {lineDifference(before ?? '', after ?? '').map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place
          <span key={place} className={classes[line.kind]}>
            {line.kind !== 'same' && (
              <Badge size="xs" color={line.kind === 'gone' ? 'gray' : 'petrol'} mr={6}>
                {line.kind === 'gone' ? 'now' : 'new'}
              </Badge>
            )}
            {line.words}
            {'\n'}
          </span>
        ))}
      </pre>
    </div>
  )
}

function said(value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** An answer changes the words, what waits and who is to do something. */
async function forgetWords(kind: WordKind): Promise<void> {
  const keys = [kind, `${kind}s`, 'tasks']
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
}
