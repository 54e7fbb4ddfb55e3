import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Message } from '#domain/messaging/message.ts'
import { messageCalls } from '#domain/messaging/message-calls.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { type ReasonAction, ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { ActionButton } from '#web/kit/frame/action-buttons.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import type { Info } from '#web/kit/session/api.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { useMayTakeBack, useTakeBack } from './take-back.tsx'

const arrived: ReasonAction = {
  title: 'Did it arrive?',
  text: 'Nobody could be sure whether it was taken. You have asked, and it is there.',
  button: 'It arrived',
  call: messageCalls.arrived,
  reason: 'none',
}

const labels: Record<string, string> = {
  takeback: 'Take it back',
  resend: 'Send again',
  arrived: 'It arrived',
}

const refresh = async () => {
  await queryClient.invalidateQueries({ queryKey: ['message'] })
}

/** What can be done about a mail that has left, or has not. */
export function MessageActions({ row, info }: { row: Message; info: Info }) {
  const [asked, setAsked] = useState<string | null>(null)
  const close = () => setAsked(null)
  const mayTakeBack = useMayTakeBack()
  const takeBack = useTakeBack()
  const start = (action: string) =>
    action === 'takeback' ? void takeBack(row).catch(toastProblem) : setAsked(action)
  return (
    <>
      {(info.available_actions ?? [])
        .filter(({ action }) => action in labels && (action !== 'takeback' || mayTakeBack(row)))
        .map((one) => (
          <ActionButton
            key={one.action}
            action={one}
            label={labels[one.action] ?? ''}
            isMain={one.action === 'resend'}
            onStart={start}
          />
        ))}
      {asked === 'resend' && <ResendDialog row={row} onClose={close} />}
      <ReasonDialog
        action={asked === 'arrived' ? arrived : null}
        row={row}
        onClose={close}
        refresh={refresh}
      />
    </>
  )
}

function ResendDialog({ row, onClose }: { row: Message; onClose: () => void }) {
  const navigate = useNavigate()
  const [to, setTo] = useState(row.recipient ?? '')
  const submit = useSubmit(async (key) => {
    const body = { id: row.id, version: row.version, to: to.trim() }
    const answer = await send(messageCalls.resend, body, { key })
    toast(answer.message)
    onClose()
    void refresh()
    void navigate(`/app/message?id=${answer.data.id}`)
  })
  return (
    <DialogForm isOpen title="Send it again" button="Send" submit={submit} onClose={onClose}>
      <TextInput
        label="To"
        type={row.type === 'sms' ? 'tel' : 'email'}
        data-autofocus
        value={to}
        error={submit.errorOf('to')}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
