import { Button } from '@mantine/core'
import { useContext, useState } from 'react'
import { type MandateDetails, mandateCalls } from '#domain/directdebit/mandate-calls.ts'
import { RevealContext } from '#web/kit/form/reveal.ts'
import factsClasses from '#web/kit/frame/facts.module.css'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { usePermissions, whyHidden } from '#web/kit/session/permissions.ts'
import { send } from '#web/kit/session/send.ts'

/** Whose account it is, for those who may know; each look leaves a trace. */
export function AccountDetails({ id }: { id: number }) {
  const { view_customer_direct_debit: maySee } = usePermissions()
  const reveal = useContext(RevealContext)
  const [shown, setShown] = useState<MandateDetails | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  async function show() {
    setIsBusy(true)
    try {
      const answer = await reveal(() => send(mandateCalls.details, { id }))
      if (answer) setShown(answer.data)
    } catch (cause) {
      toastProblem(cause)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      {shown && (
        <dl className={factsClasses.facts} style={{ marginTop: 10 }}>
          {pairsOf(shown).map(([label, value]) => (
            <div key={label} className={factsClasses.fact}>
              <dt>{label}</dt>
              <dd>{value ?? 'Not known'}</dd>
            </div>
          ))}
        </dl>
      )}
      <Button
        variant="default"
        mt="sm"
        disabled={!maySee}
        {...(maySee ? {} : { title: whyHidden })}
        loading={isBusy}
        onClick={shown ? () => setShown(null) : () => void show()}
      >
        {shown ? 'Hide whose account it is' : 'Show whose account it is'}
      </Button>
    </>
  )
}

const pairsOf = (details: MandateDetails): [string, string | null][] => [
  ['Account holder', details.account_holder],
  ['Reference on their statement', details.reference],
  ['Authority at the provider', details.provider_mandate_id],
  ['Customer at the provider', details.provider_customer_id],
]
