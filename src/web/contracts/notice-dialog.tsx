import { Alert, Button, Code, Group, Select, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SentNotice, SentNotices } from '#domain/contracts/rateupdate-calls.ts'
import { plural } from '#domain/kit/wording.ts'
import { ask } from '#web/kit/dialogs/ask.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { forgetContracts, type Side, sides } from './rate-side.ts'

interface Props {
  side: Side
  /** The rate updates to tell of; null while the dialog is closed. */
  ids: number[] | null
  onClose: () => void
}

const told = 'Has been told already.'
// Above this, sending asks to type the number.
const typedAbove = 50
const atOnce = 500

/** Shows what customers would read and who is left out, then sends it. */
export function NoticeDialog({ side, ids, onClose }: Props) {
  return (
    <Dialog isOpen={ids !== null} onClose={onClose} size="lg" title="Send notice of new rates">
      {ids && <Preview side={side} ids={ids} onClose={onClose} />}
    </Dialog>
  )
}

function Preview({ side, ids, onClose }: Props & { ids: number[] }) {
  const [again, setAgain] = useState(false)
  const preview = useQuery({
    queryKey: ['notices', side, ids, again],
    queryFn: () => ask500(side, ids, { preview: true, again }),
    staleTime: 0,
  })
  const submit = useSubmit(async (key) => {
    const count = preview.data?.notices.length ?? 0
    if (count > typedAbove && !(await isSure(count))) return
    const sent = await ask500(side, ids, { again }, key)
    toast(`${plural(sent.notices.length, 'notice')} on the way.`)
    await forgetContracts()
    onClose()
  })
  if (preview.isPending) return <Skeleton height={220} />
  if (preview.isError)
    return <Trouble cause={preview.error} onRetry={() => void preview.refetch()} />
  const { notices, excluded } = preview.data
  const knew = excluded.filter((one) => one.reason === told).length
  return (
    <form onSubmit={submit.onSubmit}>
      <Stack gap="sm">
        {submit.problem && (
          <Alert color="red" role="alert">
            {submit.problem}
          </Alert>
        )}
        {notices.length > 0 && <Letter notices={notices} />}
        {excluded.length > 0 && <LeftOut excluded={excluded} />}
        <Group justify="flex-end" gap="xs">
          {knew > 0 && !again && (
            <Button variant="subtle" onClick={() => setAgain(true)}>
              Tell them again
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" loading={submit.isBusy} disabled={notices.length === 0}>
            {notices.length > 1 ? `Send ${notices.length} notices` : 'Send notice'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Letter({ notices }: { notices: SentNotice[] }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const notice = notices.find((one) => String(one.id) === chosen) ?? notices[0]
  if (!notice) return null
  return (
    <>
      {notices.length > 1 && (
        <Select
          label={`Preview of one of ${notices.length}`}
          size="sm"
          searchable
          data={notices.map((one) => ({ value: String(one.id), label: one.customer }))}
          value={String(notice.id)}
          onChange={setChosen}
        />
      )}
      <Text size="sm">
        To <strong>{notice.to}</strong> ({notice.customer})
      </Text>
      <Text size="sm">
        Subject <strong>{notice.subject}</strong>
      </Text>
      <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap' }}>
        {notice.text}
      </Code>
    </>
  )
}

function LeftOut({ excluded }: Pick<SentNotices, 'excluded'>) {
  const reasons = Map.groupBy(excluded, (one) => one.reason)
  return (
    <Alert color="amber" title={`${plural(excluded.length, 'customer')} left out`}>
      {[...reasons].map(([reason, members]) => (
        <Text key={reason} size="sm">
          {reason}{' '}
          {members
            .map((one) => one.customer)
            .slice(0, 5)
            .join(', ')}
          {members.length > 5 && ` and ${members.length - 5} more`}
        </Text>
      ))}
    </Alert>
  )
}

/** The call takes 500 at once; more are sent in turns, each with its own key. */
async function ask500(
  side: Side,
  ids: number[],
  how: { preview?: boolean; again: boolean },
  key?: string,
): Promise<SentNotices> {
  const all: SentNotices = { notices: [], excluded: [] }
  for (let start = 0; start < ids.length; start += atOnce) {
    const body = { ids: ids.slice(start, start + atOnce), ...how }
    const options = key ? { key: start === 0 ? key : `${key}-${start}` } : {}
    const { data } = await send(sides[side].updates.send, body, options)
    all.notices.push(...data.notices)
    all.excluded.push(...data.excluded)
  }
  return all
}

async function isSure(count: number): Promise<boolean> {
  const answer = await ask<'send' | 'cancel'>({
    title: 'Send all of them?',
    text: `${count} customers get an email.`,
    typed: String(count),
    cancel: 'cancel',
    answers: [
      { answer: 'cancel', label: 'Cancel' },
      { answer: 'send', label: 'Send', isMain: true },
    ],
  })
  return answer === 'send'
}
