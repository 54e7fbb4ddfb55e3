import { Steps } from '#web/kit/frame/steps.tsx'

const steps = [
  { label: 'Write and look' },
  { label: 'Start' },
  { label: 'Sending' },
  { label: 'Report' },
]

/** How far a bulk message has come. */
export function BulkSteps({ reached, note }: { reached: number; note?: string | undefined }) {
  const told = steps.map((step, place) => (place === reached && note ? { ...step, note } : step))
  return <Steps label="Stages of the bulk message" steps={told} reached={reached} />
}
