import {
  Button,
  CloseButton,
  FileButton,
  Group,
  Progress,
  Stack,
  Switch,
  Text,
} from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { MAX_FILE_WORDS } from '#domain/files/media-type.ts'
import { networkMessage } from '#domain/kit/problem.ts'
import { plural } from '#domain/kit/wording.ts'
import { DropArea } from '#web/kit/form/drop-area.tsx'
import { toast } from '#web/kit/frame/toast.tsx'
import { usePermissions } from '#web/kit/session/permissions.ts'
import { queryClient } from '#web/kit/session/query.ts'
import classes from './files.module.css'
import { type Destination, sendFile } from './send-file.ts'

interface WaitingFile {
  key: string
  name: string
  percent: number
  problem: string | null
}

/** The place where files are dropped or chosen, and what is still on its way. */
export function FileDrop({ to }: { to: Destination }) {
  const { waiting, send, dismiss } = useSending(to)
  const isAlways = usePermissions().encrypt === true
  const [isChosen, setIsChosen] = useState(false)
  const isEncrypted = isAlways || isChosen
  return (
    <Stack gap="xs">
      <DropArea className={classes.drop} onFiles={(files) => void send(files, isEncrypted)}>
        <FileButton multiple onChange={(files) => void send(files, isEncrypted)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size={15} aria-hidden />}>
              Choose files
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          Or drop them here: PDF, pictures, office files, CSV or text, up to {MAX_FILE_WORDS} each.
        </Text>
        <Switch
          label="Keep encrypted"
          checked={isEncrypted}
          disabled={isAlways}
          onChange={(event) => setIsChosen(event.currentTarget.checked)}
        />
      </DropArea>
      {waiting.map((one) => (
        <OnItsWay key={one.key} one={one} onDismiss={() => dismiss(one.key)} />
      ))}
    </Stack>
  )
}

function OnItsWay({ one, onDismiss }: { one: WaitingFile; onDismiss: () => void }) {
  if (one.problem) {
    return (
      <Group className={classes.problem} role="alert" wrap="nowrap" justify="space-between">
        <Text size="sm">
          <b>{one.name}</b>: {one.problem}
        </Text>
        <CloseButton aria-label={`Dismiss ${one.name}`} onClick={onDismiss} />
      </Group>
    )
  }
  return (
    <div>
      <Text size="sm" mb={4}>
        {one.name}
      </Text>
      <Progress value={one.percent} aria-label={`Sending ${one.name}`} />
    </div>
  )
}

/** Files leave one after the other; those that were refused stay in sight with the reason. */
function useSending(to: Destination) {
  const [waiting, setWaiting] = useState<WaitingFile[]>([])
  const dismiss = (key: string) => setWaiting((all) => all.filter((one) => one.key !== key))
  const change = (key: string, values: Partial<WaitingFile>) =>
    setWaiting((all) => all.map((one) => (one.key === key ? { ...one, ...values } : one)))
  async function send(files: File[], isEncrypted: boolean) {
    const queue = files.map((content) => ({ key: crypto.randomUUID(), content }))
    const added = queue.map(({ key, content }) => ({
      key,
      name: content.name,
      percent: 0,
      problem: null,
    }))
    setWaiting((all) => [...all, ...added])
    let sent = 0
    for (const { key, content } of queue) {
      const onProgress = (percent: number) => change(key, { percent })
      try {
        await sendFile(content, { to, isEncrypted, key, onProgress })
        sent += 1
        dismiss(key)
      } catch (cause) {
        change(key, { problem: cause instanceof Error ? cause.message : networkMessage })
      }
    }
    if (sent === 0) return
    toast(`${plural(sent, 'file', 'files')} uploaded.`)
    await queryClient.invalidateQueries({ queryKey: ['files'] })
  }
  return { waiting, send, dismiss }
}
