import type { FileSubject } from '#domain/files/file.ts'
import { fileCalls } from '#domain/files/file-calls.ts'
import { MAX_FILE_BYTES, MAX_FILE_WORDS } from '#domain/files/media-type.ts'
import { messageOf } from '#domain/kit/problem.ts'
import { attached } from '#web/kit/session/send.ts'
import { sendWithProgress } from '#web/kit/session/send-with-progress.ts'

export interface About {
  reference_object: FileSubject
  reference_id: number
}

/** Where a new file goes: to a record, or into a folder. */
export type Destination = About | { folder_id: number | null }

interface SendingFile {
  to: Destination
  isEncrypted: boolean
  key: string
  onProgress: (percent: number) => void
}

/** Sends one file to where it belongs. */
export async function sendFile(content: File, sending: SendingFile): Promise<void> {
  const { to, isEncrypted, key, onProgress } = sending
  if (content.size > MAX_FILE_BYTES)
    throw new Error(messageOf('tooLarge', { limit: MAX_FILE_WORDS }))
  const form = {
    ...to,
    encrypt: isEncrypted ? 'true' : 'false',
    name: content.name,
    content: attached(content),
  } as const
  await sendWithProgress(fileCalls.upload, form, { key, onProgress })
}
