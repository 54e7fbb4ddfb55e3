import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { plural } from '#domain/kit/wording.ts'
import type { BillingRun } from '#domain/runs/billingrun.ts'
import { ask } from '#web/kit/dialogs/ask.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { api } from '#web/kit/session/api.ts'
import { type DraftWarning, forgetRuns, isWorking } from './billing-run-queries.ts'

interface Props {
  run: BillingRun & { id: number }
  warnings: readonly DraftWarning[]
}

/** What can be done with a run now; warnings are ticked by their kind before they are approved. */
export function BillingRunActions({ run, warnings }: Props) {
  const [seen, setSeen] = useState<string[]>([])
  const [isBusy, setIsBusy] = useState(false)
  const act = async (action: string, body: object = {}) => {
    setIsBusy(true)
    try {
      const { message } = await api.post(`/billingrun/${action}`, { id: run.id, ...body })
      toast(message)
      await forgetRuns()
    } catch (cause) {
      toastProblem(cause)
    } finally {
      setIsBusy(false)
    }
  }
  const stop = async () => {
    const answer = await ask<'keep' | 'delete' | 'cancel'>({
      title: 'Stop the billing run?',
      text: 'Drafts it has made can stay, or go with it. It can be resumed later.',
      cancel: 'cancel',
      answers: [
        { answer: 'cancel', label: 'Cancel' },
        { answer: 'delete', label: 'Stop and delete drafts', isDanger: true },
        { answer: 'keep', label: 'Stop', isMain: true },
      ],
    })
    if (answer !== 'cancel') await act('cancel', { delete_drafts: answer === 'delete' })
  }
  const drafts = (run.rows_done ?? 0) - (run.rows_approved ?? 0)
  const toSend = (run.rows_approved ?? 0) - (run.rows_sent ?? 0)
  const isReady = run.run_status === 'ready'
  return (
    <Stack gap="sm" mt="md">
      {isReady && drafts > 0 && <Warnings warnings={warnings} seen={seen} onSeen={setSeen} />}
      <Group gap="xs">
        {isReady && drafts > 0 && (
          <Button loading={isBusy} onClick={() => void act('approve', { acknowledge: seen })}>
            Approve {plural(drafts, 'draft')}
          </Button>
        )}
        {isReady && toSend > 0 && (
          <Button
            variant={drafts > 0 ? 'default' : 'filled'}
            loading={isBusy}
            onClick={() => void act('send')}
          >
            Send {plural(toSend, 'invoice')}
          </Button>
        )}
        {(run.run_status === 'cancelled' ||
          run.run_status === 'failed' ||
          (isReady && (run.rows_failed ?? 0) > 0)) && (
          <Button variant="default" loading={isBusy} onClick={() => void act('resume')}>
            {isReady ? 'Try again what was left out' : 'Resume'}
          </Button>
        )}
        {(isWorking(run) || (isReady && drafts > 0)) && (
          <Button variant="default" loading={isBusy} onClick={() => void stop()}>
            Stop
          </Button>
        )}
      </Group>
    </Stack>
  )
}

function Warnings(props: {
  warnings: readonly DraftWarning[]
  seen: string[]
  onSeen: (codes: string[]) => void
}) {
  if (props.warnings.length === 0) return null
  return (
    <Checkbox.Group
      label="Warnings you have looked at"
      description="Drafts with other warnings stay drafts."
      value={props.seen}
      onChange={props.onSeen}
    >
      <Stack gap={6} mt={6}>
        {props.warnings.map(({ code, message, invoices }) => (
          <Checkbox
            key={code}
            value={code}
            label={`${plural(invoices, 'invoice')} with ${code}, such as “${message}”`}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
