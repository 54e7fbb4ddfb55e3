import { Anchor } from '@mantine/core'
import { file, type File as StoredFile } from '#domain/files/file.ts'
import { downloadFile } from '#web/files/open-file.ts'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { getCall } from '#web/kit/session/row-calls.ts'
import { send } from '#web/kit/session/send.ts'

/** The form that was signed, as it was scanned. */
export function SignedForm({ id }: { id: number }) {
  return (
    <Anchor component="button" type="button" size="sm" onClick={() => void open(id)}>
      Download it
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
