import { notifications } from '@mantine/notifications'
import type { File as StoredFile } from '#domain/files/file.ts'
import { fileCalls } from '#domain/files/file-calls.ts'
import { isViewable } from '#domain/files/media-type.ts'
import { networkMessage } from '#domain/kit/problem.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { fetchFile } from '#web/kit/session/download.ts'

const keptMs = 60_000

/** What the virus check has not cleared is held back. */
export const isHeld = ({ virus_check }: StoredFile) =>
  virus_check === 'waiting' || virus_check === 'infected'

/** Whether the server would open it for this person. */
export const mayOpenFile = (row: StoredFile, mayDecrypt: boolean) =>
  (mayDecrypt || !row.is_encrypted) && !isHeld(row)

/** Opens a PDF or picture in a window of its own. */
export async function viewFile(row: StoredFile): Promise<void> {
  // Inside the click, so that the browser knows who wanted it; what is shown comes later.
  const view = window.open('', '_blank')
  if (!view) {
    tell('Could not create file window. Please check popup notifications then try again.')
    return
  }
  try {
    view.document.title = row.name
    view.document.body.textContent = 'Loading…'
    view.opener = null
    const content = await contentOf(row.id, fileCalls.view)
    // Nothing that could run is ever opened in our own name.
    if (!isViewable(content.type)) throw new Error('this kind of file can only be downloaded')
    view.location.replace(addressOf(content))
  } catch (cause) {
    view.close()
    tell(`Error creating file window: ${wordsOf(cause)}`)
  }
}

export async function downloadFile(row: StoredFile): Promise<void> {
  try {
    const href = addressOf(await contentOf(row.id, fileCalls.download))
    Object.assign(document.createElement('a'), { href, download: row.name }).click()
    toast(`${row.name} downloaded.`)
  } catch (cause) {
    tell(wordsOf(cause))
  }
}

function addressOf(content: Blob): string {
  const address = URL.createObjectURL(content)
  setTimeout(() => URL.revokeObjectURL(address), keptMs)
  return address
}

async function contentOf(id: number, call: typeof fileCalls.view | typeof fileCalls.download) {
  return (await fetchFile(call, { file_id: id })).content
}

const wordsOf = (cause: unknown) => (cause instanceof Error ? cause.message : networkMessage)

function tell(message: string): void {
  notifications.show({ color: 'red', message, role: 'alert', autoClose: 8000 })
}
