import { Button } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { commissionstatementCalls } from '#domain/commissions/commissionstatement-calls.ts'
import { saveFile } from '#web/kit/session/download.ts'
import { send } from '#web/kit/session/send.ts'
import { BankFileDialog, type FileRequest } from '#web/payments/bank-file-dialog.tsx'
import { forgetStatements } from './statement-query.ts'

interface Props {
  ids: number[]
  onDone: () => void
}

/** Statements that were sent, as one file for the bank. */
export function StatementFile({ ids, onDone }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileExport size={15} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Pay in a bank file
      </Button>
      {isOpen && <FileDialog ids={ids} onDone={onDone} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function FileDialog({ ids, onDone, onClose }: Props & { onClose: () => void }) {
  const preview = useQuery({
    queryKey: ['commissionstatements', 'file', ids],
    queryFn: async ({ signal }) => {
      const rows = (await send(commissionstatementCalls.previewFile, { ids }, { signal })).data
      return rows.map(({ partner, ...row }) => ({ ...row, payee: partner }))
    },
    staleTime: 0,
  })
  async function write(request: FileRequest, key: string) {
    await saveFile(commissionstatementCalls.writeFile, request, 'commissions.txt', { key })
    void forgetStatements()
    onClose()
    onDone()
  }
  return <BankFileDialog payees="Partner" {...{ preview, write, onClose }} />
}
