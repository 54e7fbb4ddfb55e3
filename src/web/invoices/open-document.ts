import type { InputOf, Sendable } from '#domain/kit/call.ts'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { fetchFile } from '#web/kit/session/download.ts'

/**
 * Shows a document in a window of its own. The window is opened inside the click, so that no browser
 * blocks it; the document follows once the server has answered.
 */
export async function openDocument<C extends Sendable>(call: C, input: InputOf<C>): Promise<void> {
  const view = window.open('', '_blank')
  try {
    const { content } = await fetchFile(call, input)
    const address = URL.createObjectURL(content)
    if (view) view.location.replace(address)
    else window.location.assign(address)
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  } catch (cause) {
    view?.close()
    toastProblem(cause)
  }
}
