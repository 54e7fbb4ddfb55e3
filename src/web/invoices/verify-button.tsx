import { Button, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { invoice } from '#domain/invoices/invoice.ts'
import { invoiceProofCalls } from '#domain/invoices/invoice-proof-calls.ts'
import { labelOf } from '#domain/kit/entity.ts'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import classes from './explain-panel.module.css'

/** Computes the stored invoice again and says whether every amount is the same. */
export function VerifyButton({ id }: { id: number }) {
  const verify = useMutation({
    mutationFn: async () => (await send(invoiceProofCalls.verify, { id })).data,
    onError: toastProblem,
  })
  const found = verify.data
  return (
    <div className={classes.proof} aria-live="polite">
      {!found && (
        <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate()}>
          Verify
        </Button>
      )}
      {found?.isProved && (
        <>
          <span className={classes.mark} aria-hidden>
            <IconCheck size={14} />
          </span>
          <Text size="sm">Recomputed just now: identical</Text>
        </>
      )}
      {found && !found.isProved && (
        <>
          <IconAlertTriangle size={18} aria-hidden />
          <Text size="sm">
            Recomputed just now:{' '}
            {found.differences
              .map(
                ({ field, stored, computed }) =>
                  `${labelOf(invoice, field)} is ${stored ?? 'empty'}, computed ${computed}`,
              )
              .join('; ')}
          </Text>
        </>
      )}
    </div>
  )
}
