import { Button, Group, Progress, Text } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { File as StoredFile } from '#domain/files/file.ts'
import { fileCalls, MAX_ARCHIVED } from '#domain/files/file-calls.ts'
import { networkMessage } from '#domain/kit/problem.ts'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { saveFile } from '#web/kit/session/download.ts'
import { usePermissions } from '#web/kit/session/permissions.ts'
import { send } from '#web/kit/session/send.ts'
import { mayOpenFile } from './open-file.ts'

const POLL_MS = 1000
const MAX_POLLS = 900

interface Props {
  rows: readonly StoredFile[]
  label?: string
  /** An archive of fewer is not offered. */
  least?: number
}

/** What of these one may open, as one archive: made by the server, saved when it is there. */
export function DownloadAll({ rows, label = 'Download all', least = 2 }: Props) {
  const { can_decrypt } = usePermissions()
  const [done, setDone] = useState(0)
  const ids = rows
    .filter((row) => mayOpenFile(row, can_decrypt === true))
    .slice(0, MAX_ARCHIVED)
    .map(({ id }) => id)
  const saving = useMutation({
    mutationFn: () => saveAsArchive(ids, setDone),
    onMutate: () => setDone(0),
    onError: toastProblem,
  })
  if (ids.length < least) return null
  return (
    <Group gap="sm" justify="flex-end">
      {saving.isPending && (
        <>
          <Text size="sm" c="dimmed" aria-live="polite">
            {done} of {ids.length} files
          </Text>
          <Progress value={(100 * done) / ids.length} w={120} aria-label="Files in the archive" />
        </>
      )}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconFileZip size={16} aria-hidden />}
        loading={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {label}
      </Button>
    </Group>
  )
}

/** Goes on when its screen is left: whoever asked gets the archive all the same. */
async function saveAsArchive(ids: number[], onProgress: (done: number) => void): Promise<void> {
  const { data: asked } = await send(fileCalls.zip, { ids })
  const { job_id } = asked
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const { data } = await send(fileCalls.zipProgress, { job_id })
    onProgress(data.files_done)
    if (data.archive_status === 'failed') throw new Error(data.problem ?? networkMessage)
    if (data.archive_status === 'ready') {
      await saveFile(fileCalls.zipDownload, { job_id }, 'files.zip')
      return
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error(networkMessage)
}
