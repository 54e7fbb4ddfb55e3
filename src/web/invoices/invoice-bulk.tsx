import { Alert, Button, Checkbox, Group, Progress, Stack, Text } from '@mantine/core'
import { IconCheck, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { invoiceActionCalls } from '#domain/invoices/invoice-action-calls.ts'
import { invoiceCalls } from '#domain/invoices/invoice-calls.ts'
import { plural } from '#domain/kit/wording.ts'
import { forgetMoney } from '#web/books/forget-money.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { type BulkResult, BulkResults } from '#web/kit/list/bulk-results.tsx'
import { messageFrom } from '#web/kit/session/api.ts'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { nameOf } from './invoice-actions.tsx'
import { warningsOf } from './invoice-queries.ts'
import { PostRun } from './post-run.tsx'

type Step = 'approve' | 'send'

/** Approves or sends the selected invoices one by one; what fails stops nothing else. */
export function InvoiceBulk({ ids, onDone }: { ids: number[]; onDone: () => void }) {
  const { role } = useSession()
  const [step, setStep] = useState<Step | null>(null)
  if (!atLeast(role, 'accounting')) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCheck size={15} aria-hidden />}
        onClick={() => setStep('approve')}
      >
        Approve
      </Button>
      <Button
        variant="default"
        leftSection={<IconSend size={15} aria-hidden />}
        onClick={() => setStep('send')}
      >
        Send
      </Button>
      <PostRun ids={ids} />
      <Dialog
        isOpen={step !== null}
        onClose={() => setStep(null)}
        title={step === 'approve' ? 'Approve the invoices?' : 'Send the invoices?'}
      >
        {step && (
          <Run
            step={step}
            ids={ids}
            onClose={(isDone) => {
              setStep(null)
              if (isDone) onDone()
            }}
          />
        )}
      </Dialog>
    </>
  )
}

interface RunProps {
  step: Step
  ids: number[]
  onClose: (isDone: boolean) => void
}

function Run({ step, ids, onClose }: RunProps) {
  const [isAcknowledged, setIsAcknowledged] = useState(false)
  const [isRunning, setIsRunning] = useState(false)
  const [results, setResults] = useState<BulkResult[]>([])
  const isDone = results.length === ids.length
  async function run() {
    setIsRunning(true)
    for (const id of ids) {
      const result = await one(step, id, isAcknowledged)
      setResults((before) => [...before, result])
    }
    await forgetMoney()
    setIsRunning(false)
  }
  if (isDone && !isRunning) {
    const done = { verb: step, entity: invoice, results }
    return <BulkResults {...done} onClose={() => onClose(true)} />
  }
  return (
    <Stack gap="sm">
      <Text size="sm">
        {plural(ids.length, 'invoice')}{' '}
        {step === 'approve'
          ? 'get their numbers, and their money is frozen.'
          : 'go out to their customers’ own addresses. Those sent before go out as copies.'}
      </Text>
      {step === 'approve' && (
        <Checkbox
          label="Warnings were looked at"
          description="Left out, invoices with warnings stay drafts and say why."
          checked={isAcknowledged}
          onChange={(event) => setIsAcknowledged(event.currentTarget.checked)}
        />
      )}
      {isRunning && (
        <Alert color="petrol" role="status">
          <Progress value={(results.length / ids.length) * 100} mb={4} aria-label="Progress" />
          {results.length} of {ids.length}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={isRunning} onClick={() => onClose(false)}>
          Cancel
        </Button>
        <Button loading={isRunning} onClick={() => void run()}>
          {step === 'approve' ? 'Approve' : 'Send'} {ids.length}
        </Button>
      </Group>
    </Stack>
  )
}

async function one(step: Step, id: number, isAcknowledged: boolean): Promise<BulkResult> {
  let name = `Invoice ${id}`
  try {
    const { data: row } = await send(invoiceCalls.get, { id })
    name = nameOf(row)
    const about = { id, version: row.version }
    const acknowledge = isAcknowledged ? warningsOf(row).map(({ code }) => code) : []
    const answer =
      step === 'approve'
        ? await send(invoiceActionCalls.approve, { ...about, acknowledge })
        : await send(invoiceActionCalls.send, about)
    return { id, name: nameOf(answer.data), problem: null }
  } catch (cause) {
    return { id, name, problem: messageFrom(cause) }
  }
}
