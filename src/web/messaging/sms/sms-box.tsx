import { Alert, Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { KeyboardEvent, RefObject } from 'react'
import { formatPhone } from '#domain/kit/phone.ts'
import type { Message } from '#domain/messaging/message.ts'
import { isApiProblem, messageFrom } from '#web/kit/session/api.ts'
import { AttachedFiles, AttachMenu, type FileOwner } from '#web/messaging/compose/mail-files.tsx'
import { Meanwhile } from '#web/messaging/compose/meanwhile.tsx'
import { SendLater } from '#web/messaging/compose/send-later.tsx'
import { momentOf } from '#web/messaging/moment.ts'
import { namedBy } from './returned-sms.ts'
import { countWords, useSmsPreview } from './sms-preview.ts'
import { type SmsWords, type TextedAddressee, useSmsWords } from './use-sms-words.ts'

interface Props {
  whose: TextedAddressee
  words: SmsWords
  box?: RefObject<HTMLTextAreaElement | null>
  /** Whose files are offered. */
  owner: FileOwner | null
  /** What came or left while it was written. */
  news?: readonly Message[]
}

/** A text message to a customer's phone, written on the page of whoever it is. */
export function CustomerSms({ customer_id }: { customer_id: number }) {
  const whose = { customer_id, thread_id: null }
  const words = useSmsWords(whose)
  const owner = { reference_object: 'customer', reference_id: customer_id } as const
  return <SmsBox whose={whose} words={words} owner={owner} />
}

/** A text message: what it costs is told while it is written. */
export function SmsBox({ whose, words, box, owner, news = [] }: Props) {
  const { text, isPromotional, isMeant, not_before, purpose, file_ids, submit } = words
  const { setText, setFiles, setPromotional, setMeant, leaveAt } = words
  const { preview, problem, count, saving, isCurrent } = useSmsPreview(
    { ...namedBy(whose), to: whose.to, purpose, file_ids },
    text,
  )
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit.onSubmit(event)
    if (event.key === 'Escape') box?.current?.blur()
  }
  const most = preview?.max_segments ?? null
  const stop = isCurrent ? (preview?.stop ?? null) : null
  const isStopped =
    stop !== null && stop.rule !== 'quiet_hours' && !(stop.may_send_anyway && isMeant)
  const isTooLong = most !== null && count.segments > most
  const unfit = submit.errorOf('file_ids') ?? submit.problem
  const told = problem ? whyNot(problem) : undefined
  if (problem && !preview) return <Text size="sm">{told}</Text>
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      <Stack gap="xs">
        <Textarea
          {...(box ? { ref: box } : {})}
          onKeyDown={onKeyDown}
          label={preview ? `Text message to ${formatPhone(preview.to)}` : 'Text message'}
          size="md"
          autosize
          minRows={2}
          maxRows={8}
          value={text}
          readOnly={submit.isBusy}
          error={submit.errorOf('text') ?? submit.errorOf('to') ?? unfit ?? told}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Text size="xs" c={isTooLong ? 'red' : 'dimmed'} role="status">
          {countWords(count, most)}
          {saving > 0 && ` – plain letters for ā ē ī ō ū would save ${saving}`}
        </Text>
        <AttachedFiles ids={file_ids} onChange={setFiles} />
        <Meanwhile news={news} />
        {stop && (
          <Alert color={isStopped ? 'red' : 'yellow'}>
            {`${stop.reason.charAt(0).toUpperCase()}${stop.reason.slice(1)}. ${stop.way_out}`}
          </Alert>
        )}
        <Group justify="space-between" gap="sm">
          <Group gap="md">
            <AttachMenu owner={owner} ids={file_ids} onChange={setFiles} />
            <Checkbox
              label="Advertising"
              checked={isPromotional}
              onChange={(event) => setPromotional(event.currentTarget.checked)}
            />
            {stop?.may_send_anyway && (
              <Checkbox
                label="Send anyway"
                checked={isMeant}
                onChange={(event) => setMeant(event.currentTarget.checked)}
              />
            )}
          </Group>
          <Group gap={6} wrap="nowrap" ml="auto">
            {not_before !== null && (
              <Text size="xs" c="dimmed" role="status">{`Leaves ${momentOf(not_before)}.`}</Text>
            )}
            <SendLater isDisabled={text.trim() === ''} onChoose={leaveAt} />
            <Button
              type="submit"
              size="sm"
              loading={submit.isBusy}
              disabled={text.trim() === '' || isTooLong || isStopped}
              leftSection={<IconSend size={16} aria-hidden />}
            >
              {buttonOf(news, not_before)}
            </Button>
          </Group>
        </Group>
        {preview && text.trim() !== '' && isCurrent && (
          <Text size="xs" c="dimmed">
            From {preview.from}: {preview.text}
          </Text>
        )}
      </Stack>
    </form>
  )
}

function buttonOf(news: readonly Message[], not_before: string | null): string {
  if (news.length > 0) return 'Send anyway'
  return not_before === null ? 'Send text message' : 'Send later'
}

/** What the server said of a field is more than that something needs fixing. */
function whyNot(problem: unknown): string {
  const [first] = isApiProblem(problem) ? problem.errors : []
  return first?.message ?? messageFrom(problem)
}
