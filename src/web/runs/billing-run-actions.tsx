import { useState } from 'react'
import { plural } from '#domain/kit/wording.ts'
import type { BillingRun } from '#domain/runs/billingrun.ts'
import { billingrunCalls } from '#domain/runs/billingrun-calls.ts'
import { ask } from '#web/kit/dialogs/ask.tsx'
import { ReasonedButton } from '#web/kit/frame/reasoned-button.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import type { Answer, Info } from '#web/kit/session/api.ts'
import { awayWords, useIsAway } from '#web/kit/session/connection.ts'
import { send } from '#web/kit/session/send.ts'
import { LastLook } from '#web/messaging/departure/last-look.tsx'
import { forgetRuns } from './billing-run-queries.ts'

interface Props {
  run: BillingRun
  actions: NonNullable<Info['available_actions']>
}

/** What can be done with a run now; nothing is final or leaves before a last look. */
export function BillingRunActions({ run, actions }: Props) {
  const [step, setStep] = useState<keyof typeof looks | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { id } = run
  const away = useIsAway() ? awayWords : null
  const act = async (made: Promise<Answer<unknown>>) => {
    setIsBusy(true)
    try {
      toast((await made).message)
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
    const delete_drafts = answer === 'delete'
    if (answer !== 'cancel') await act(send(billingrunCalls.cancel, { id, delete_drafts }))
  }
  const drafts = (run.rows_done ?? 0) - (run.rows_approved ?? 0)
  const toSend = (run.rows_approved ?? 0) - (run.rows_sent ?? 0)
  const left = run.rows_failed ?? 0
  const may = (name: string) => actions.some(({ action, allowed }) => action === name && allowed)
  // While it is ready nothing goes on: it is approved, resumed or stopped for what is in it.
  const isReady = run.run_status === 'ready'
  const canApprove = may('approve') && drafts > 0
  return (
    <>
      {canApprove && (
        <ReasonedButton reason={away} loading={isBusy} onClick={() => setStep('run_approve')}>
          Approve {plural(drafts, 'draft')}
        </ReasonedButton>
      )}
      {may('send') && toSend > 0 && (
        <ReasonedButton
          reason={away}
          variant={drafts > 0 ? 'default' : 'filled'}
          loading={isBusy}
          onClick={() => setStep('run_send')}
        >
          Send {plural(toSend, 'invoice')}
        </ReasonedButton>
      )}
      {may('resume') && (!isReady || left > 0) && (
        <ReasonedButton
          reason={away}
          variant="default"
          loading={isBusy}
          onClick={() => void act(send(billingrunCalls.resume, { id }))}
        >
          {isReady ? 'Try again what was left out' : 'Resume'}
        </ReasonedButton>
      )}
      {may('cancel') && (!isReady || drafts > 0) && (
        <ReasonedButton
          reason={away}
          variant="default"
          loading={isBusy}
          onClick={() => void stop()}
        >
          Stop
        </ReasonedButton>
      )}
      <LastLook
        action={step ?? 'run_send'}
        ids={step && [id]}
        version={run.version}
        {...looks[step ?? 'run_send']}
        onClose={() => setStep(null)}
      />
    </>
  )
}

const looks = {
  run_approve: { title: 'Approve the drafts of the run?', lookAs: 'approve' },
  run_send: { title: 'Send the invoices of the run?', lookAs: 'send' },
} as const
