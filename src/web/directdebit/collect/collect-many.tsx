import { Alert, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CollectLine } from '#domain/directdebit/directdebit-calls.ts'
import { plural } from '#domain/kit/wording.ts'
import { forgetDebits } from '#web/directdebit/debit-query.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { SubmitButton } from '#web/kit/form/submit-button.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { byCustomer } from './batches.ts'
import { CollectPreview } from './collect-preview.tsx'
import { collectEach } from './open-pages.ts'

interface Props {
  /** Which invoices, each customer's in one part; asked for when the dialog opens. */
  find: () => Promise<number[][]>
  onClose: (isDone: boolean) => void
}

/** Shows what would be collected and what not, then collects just what was shown. */
export function CollectMany({ find, onClose }: Props) {
  const [results, setResults] = useState<CollectLine[] | null>(null)
  return (
    <Dialog
      isOpen
      isKept
      size="xl"
      title={results ? 'Debits planned' : 'Collect by direct debit?'}
      onClose={() => onClose(results !== null)}
    >
      {results ? (
        <Stack gap="sm" role="status">
          <CollectPreview lines={results} isDone />
          <Group justify="flex-end">
            <Button onClick={() => onClose(true)}>Ok</Button>
          </Group>
        </Stack>
      ) : (
        <Preview find={find} onClose={() => onClose(false)} onDone={setResults} />
      )}
    </Dialog>
  )
}

interface PreviewProps {
  find: Props['find']
  onClose: () => void
  onDone: (lines: CollectLine[]) => void
}

function Preview({ find, onClose, onDone }: PreviewProps) {
  const [done, setDone] = useState(0)
  const preview = useQuery({
    queryKey: ['directdebit', 'preview'],
    queryFn: async () => collectEach(await find(), true, () => undefined),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const good = (preview.data ?? []).filter(({ code }) => code === null)
  const submit = useSubmit(
    async () => {
      try {
        onDone(await collectEach(byCustomer(good.map(pageOf)), false, setDone))
      } finally {
        void forgetDebits()
      }
    },
    { isMoney: true },
  )
  if (preview.isError)
    return <Trouble cause={preview.error} onRetry={() => void preview.refetch()} />
  return (
    <form onSubmit={submit.onSubmit}>
      <Stack gap="sm">
        {submit.problem && (
          <Alert color="red" role="alert">
            {submit.problem}
          </Alert>
        )}
        {preview.isPending && <Skeleton height={120} />}
        {preview.data?.length === 0 && (
          <Text size="sm">
            Nothing is open with a customer who has authorised you: there is nothing to collect.
          </Text>
        )}
        {preview.data && preview.data.length > 0 && (
          <>
            <Text size="sm">
              Each customer is told what is collected and when. Until 4 pm on the working day
              before, a debit can be cancelled.
            </Text>
            <CollectPreview lines={preview.data} />
          </>
        )}
        {submit.isBusy && (
          <Progress value={(100 * done) / Math.max(1, good.length)} aria-label="Progress" />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={submit.isBusy} onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton disabled={good.length === 0} submit={submit}>
            Plan {plural(good.length, 'debit')}
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}

const pageOf = ({ invoice_id: id, customer_id }: CollectLine) => ({ id, customer_id })
