import { Anchor } from '@mantine/core'
import { file, type File as StoredFile } from '#domain/files/file.ts'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { getCall } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'
import { downloadFile } from './open-file.ts'

/** A file that something else names by its id, to be downloaded. */
export function KeptFile({ id, label = 'Download it' }: { id: number; label?: string }) {
  return (
    <Anchor component="button" type="button" size="sm" onClick={() => void open(id)}>
      {label}
    </Anchor>
  )
}

async function open(id: number): Promise<void> {
  try {
    // The call answers a row of the entity it names.
    await downloadFile((await send(getCall(file), { id })).data as unknown as StoredFile)
  } catch (cause) {
    toastProblem(cause)
  }
}
