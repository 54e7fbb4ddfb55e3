import { Button, Group, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { momentOf } from '#web/messaging/moment.ts'
import { refreshThreads } from '#web/messaging/thread-queries.ts'
import { AttachMenu, type FileOwner } from './mail-files.tsx'
import { SendLater } from './send-later.tsx'
import type { Draft } from './use-draft.ts'
import type { MailSending } from './use-mail-sending.ts'

interface Props {
  draft: Draft
  owner: FileOwner | null
  sending: MailSending
  /** What the button says. */
  button: string
  onDiscarded: (() => void) | undefined
}

/** What is done with a mail once its words stand. */
export function MailFoot({ draft, owner, sending, button, onDiscarded }: Props) {
  const { words, write } = draft
  const { not_before, isAsked, submit } = sending
  async function discard() {
    await draft.discard()
    await refreshThreads()
    onDiscarded?.()
  }
  return (
    <Group justify="space-between" mt="xs" gap="xs">
      <Group gap="xs">
        <AttachMenu
          owner={owner}
          ids={words.file_ids}
          onChange={(file_ids) => write({ file_ids })}
        />
        {draft.isBegun && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            onClick={() => void discard().catch(toastProblem)}
          >
            Discard
          </Button>
        )}
        <Text component="div" size="xs" c="dimmed" role="status">
          {not_before === null ? draft.saved : `Leaves ${momentOf(not_before)}.`}
        </Text>
      </Group>
      <Group gap={6} wrap="nowrap" ml="auto">
        <SendLater isDisabled={!draft.isBegun} onChoose={sending.leaveAt} />
        <Button
          type="submit"
          size="sm"
          loading={submit.isBusy}
          disabled={!draft.isBegun}
          leftSection={<IconSend size={16} aria-hidden />}
        >
          {isAsked ? 'Send anyway' : not_before === null ? button : 'Send later'}
        </Button>
      </Group>
    </Group>
  )
}
