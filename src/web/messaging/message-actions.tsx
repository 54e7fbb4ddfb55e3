import { useState } from 'react'
import type { Message } from '#domain/messaging/message.ts'
import { messageCalls } from '#domain/messaging/message-calls.ts'
import { type ReasonAction, ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import { ActionButton } from '#web/kit/frame/action-buttons.tsx'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import type { Info } from '#web/kit/session/api.ts'
import { queryClient } from '#web/kit/session/query.ts'
import { SendOne } from './departure/send-one.tsx'
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

/** The same words once more, to the same reader or another. */
function ResendDialog({ row, onClose }: { row: Message; onClose: () => void }) {
  return (
    <SendOne
      action="message_resend"
      id={row.id}
      title="Send it again"
      reader={{ label: 'To', given: row.recipient ?? '', isPhone: row.type === 'sms' }}
      onClose={onClose}
    />
  )
}
