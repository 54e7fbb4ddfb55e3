import { notifications } from '@mantine/notifications'
import type { File as StoredFile } from '#domain/files/file.ts'
import { fileCalls } from '#domain/files/file-calls.ts'
import { isViewable } from '#domain/files/media-type.ts'
import { networkMessage } from '#domain/kit/problem.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { csrfToken } from '#web/kit/session/api.ts'
import { addressed } from '#web/kit/session/send.ts'
import { readStored } from '#web/kit/session/storage.ts'

const keptMs = 60_000

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
  const { path } = addressed(call.path, { id })
  const response = await fetch(`/api/v1${path}`, {
    method: call.method,
    headers: {
      Authorization: `JWT ${readStored('token') ?? ''}`,
      'Content-Type': 'application/json',
      'X-CSRF-Token': csrfToken(),
    },
    credentials: 'same-origin',
    body: '{}',
  }).catch(() => {
    throw new Error(networkMessage)
  })
  if (response.ok) return response.blob()
  const body = await response.json().catch(() => ({}))
  throw new Error(body.message || networkMessage)
}

const wordsOf = (cause: unknown) => (cause instanceof Error ? cause.message : networkMessage)

function tell(message: string): void {
  notifications.show({ color: 'red', message, role: 'alert', autoClose: 8000 })
}
