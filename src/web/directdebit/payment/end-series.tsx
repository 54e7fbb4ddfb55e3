import { Button } from '@mantine/core'
import { useState } from 'react'
import { collectCalls } from '#domain/directdebit/directdebit-calls.ts'
import { ReasonForm } from '#web/directdebit/reason-form.tsx'
import { send } from '#web/kit/session/send.ts'

/** Ends a series that somebody made at the provider: we plan each debit ourselves. */
export function EndSeries({ id }: { id: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" mt="sm" onClick={() => setIsOpen(true)}>
        End the series
      </Button>
      {isOpen && (
        <ReasonForm
          title="End the series?"
          text="The provider makes no more debits of it. Those it has made already run on; cancel them one by one."
          button="End the series"
          isDanger
          run={(reason, key) => send(collectCalls.endSeries, { id, reason }, { key })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
