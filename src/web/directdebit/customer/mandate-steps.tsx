import { Alert } from '@mantine/core'
import { mandateStatusExplained, mandateStatuses } from '#domain/customers/mandate-status.ts'
import type { MandateStatus } from '#domain/directdebit/provider-words.ts'
import { humanise } from '#domain/kit/wording.ts'
import { Steps } from '#web/kit/frame/steps.tsx'
import classes from './mandate-steps.module.css'

const way: readonly MandateStatus[] = [
  'pending_customer_approval',
  'pending_submission',
  'submitted',
  'active',
]

interface Props {
  status: MandateStatus
  /** What follows from where it stopped. */
  note?: string | undefined
}

/** How far an authority has come, or where it stopped; and what each of the words means. */
export function MandateSteps({ status, note }: Props) {
  const at = way.indexOf(status)
  return (
    <>
      {at >= 0 ? (
        <Steps
          label="How far the authority has come"
          steps={way.map((one) => ({
            label: humanise(one),
            ...(one === status ? { note: mandateStatusExplained[one] } : {}),
          }))}
          reached={status === 'active' ? way.length : at}
        />
      ) : (
        <Alert color={status === 'cancelled' ? 'gray' : 'red'} title={humanise(status)}>
          {note ?? mandateStatusExplained[status]}
        </Alert>
      )}
      <details className={classes.all}>
        <summary>What the ten words mean</summary>
        <dl className={classes.words}>
          {mandateStatuses.map((one) => (
            <div key={one} data-here={one === status || undefined}>
              <dt>{humanise(one)}</dt>
              <dd>{mandateStatusExplained[one]}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  )
}
