import { networkMessage } from '#domain/kit/problem.ts'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { type Params, queryText } from '#web/kit/session/api.ts'
import { readStored } from '#web/kit/session/storage.ts'

/**
 * Shows a document in a window of its own. The window is opened inside the click, so that no browser
 * blocks it; the document follows once the server has answered.
 */
export async function openDocument(path: string, params: Params): Promise<void> {
  const view = window.open('', '_blank')
  try {
    const response = await fetch(`/api/v1${path}${queryText(params)}`, {
      headers: { Authorization: `JWT ${readStored('token') ?? ''}` },
      credentials: 'same-origin',
    })
    if (!response.ok) {
      const body = await response.json().catch(() => ({}))
      throw new Error(body.message || networkMessage)
    }
    const address = URL.createObjectURL(await response.blob())
    if (view) view.location.replace(address)
    else window.location.assign(address)
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  } catch (cause) {
    view?.close()
    toastProblem(cause)
  }
}
