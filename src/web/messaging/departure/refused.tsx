import { Alert } from '@mantine/core'
import type { Submit } from '#web/kit/form/use-submit.ts'

/** Why it was not taken, beside the button that asked: what leaves may be a long page. */
export function Refused({ submit, isAtFields }: { submit: Submit; isAtFields?: boolean }) {
  const { problem } = submit
  if (!problem) return null
  // What stands at its field is not said twice.
  const details = isAtFields ? [] : submit.details
  return (
    <Alert color="red" role="alert" mb="sm">
      {problem}
      {details
        .filter((told) => told !== problem)
        .map((told) => (
          <div key={told}>{told}</div>
        ))}
    </Alert>
  )
}
