import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { contractCalls } from '#domain/contracts/contract-calls.ts'
import { download } from '#web/kit/session/download.ts'

/** The document as the customer would get it now. */
export function PreviewButton({ id }: { id: number }) {
  return (
    <Button
      variant="default"
      leftSection={<IconEye size={15} aria-hidden />}
      onClick={() => void download(contractCalls.preview, { id }, `contract-${id}.pdf`)}
    >
      Preview the document
    </Button>
  )
}
