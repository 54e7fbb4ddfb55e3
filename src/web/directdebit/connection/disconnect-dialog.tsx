import { directdebitCalls } from '#domain/directdebit/directdebit-calls.ts'
import { ReasonForm } from '#web/directdebit/reason-form.tsx'
import { send } from '#web/kit/session/send.ts'

export function DisconnectDialog({ onClose }: { onClose: () => void }) {
  return (
    <ReasonForm
      isDanger
      title="Disconnect GoCardless?"
      text="The token is forgotten, and nothing is collected until it is connected again. Authorities and what was collected stay."
      button="Disconnect"
      run={(reason, key) => send(directdebitCalls.disconnect, { reason }, { key })}
      onClose={onClose}
    />
  )
}
