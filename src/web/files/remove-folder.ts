import type { Folder } from '#domain/files/folder.ts'
import { folderCalls } from '#domain/files/folder-calls.ts'
import { plural } from '#domain/kit/wording.ts'
import { askToDelete } from '#web/kit/dialogs/ask.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { isApiProblem } from '#web/kit/session/api.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'

const wayBack = 'It can be restored: with Undo right after, or later from Deleted.'

/** Asks, and asks again where there is something in it; true when the folder is gone. */
export async function deleteFolder({ id, name, version }: Folder): Promise<boolean> {
  if (!(await askToDelete(name, wayBack))) return false
  try {
    await send(folderCalls.remove, { id, version })
    tellGone(id)
    return true
  } catch (cause) {
    const content = contentIn(cause)
    if (!content) {
      toastProblem(cause)
      return false
    }
    return deleteWithContent({ id, name, version }, content)
  } finally {
    await refresh()
  }
}

async function deleteWithContent(
  { id, name, version }: Pick<Folder, 'id' | 'name' | 'version'>,
  content: string,
): Promise<boolean> {
  const words = `It holds ${content}, deleted together with it. ${wayBack}`
  if (!(await askToDelete(name, words))) return false
  try {
    await send(folderCalls.remove, { id, version, with_content: true })
    tellGone(id)
    return true
  } catch (cause) {
    toastProblem(cause)
    return false
  } finally {
    await refresh()
  }
}

/** What the server found in it, where that is why it was not deleted. */
function contentIn(cause: unknown): string | null {
  if (!isApiProblem(cause) || cause.status !== 476) return null
  const { folders, files } = { folders: 0, files: 0, ...cause.info }
  const parts = [
    Number(folders) > 0 ? plural(Number(folders), 'folder', 'folders') : '',
    Number(files) > 0 ? plural(Number(files), 'file', 'files') : '',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' and ') : null
}

function tellGone(id: number): void {
  toast('Folder deleted.', { run: () => restoreFolder(id) })
}

/** Brings a folder back, with what was deleted with it. */
export async function restoreFolder(id: number): Promise<void> {
  try {
    toast((await send(folderCalls.restore, { id })).message)
  } catch (cause) {
    toastProblem(cause)
  } finally {
    await refresh()
  }
}

async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['folders'] })
  await queryClient.invalidateQueries({ queryKey: ['files'] })
}
