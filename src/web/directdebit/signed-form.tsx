import { Anchor } from '@mantine/core'
import { useContext } from 'react'
import { fileCalls } from '#domain/files/file-calls.ts'
import { RevealContext } from '#web/kit/form/reveal.ts'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { saveFile } from '#web/kit/session/download.ts'
import { usePermissions, whyHidden } from '#web/kit/session/permissions.ts'

/** The form that was signed, as it was scanned: it shows the whole number of the account. */
export function SignedForm({ id }: { id: number }) {
  const { view_customer_direct_debit: maySee } = usePermissions()
  const reveal = useContext(RevealContext)
  if (!maySee) return <span title={whyHidden}>Kept</span>
  async function open() {
    try {
      await reveal(() => saveFile(fileCalls.download, { file_id: id }, 'signed-form'))
    } catch (cause) {
      toastProblem(cause)
    }
  }
  return (
    <Anchor component="button" type="button" size="sm" onClick={() => void open()}>
      Download it
    </Anchor>
  )
}
