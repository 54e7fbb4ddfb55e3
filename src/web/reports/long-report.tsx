import { Alert, Anchor, Loader, Text } from '@mantine/core'
import { formatStamp } from '#web/kit/session/clock.ts'

/** A report that is being made: one may go on elsewhere and come back. */
export function OnItsWay() {
  return (
    <Alert color="blue" role="status" icon={<Loader size={18} aria-hidden />}>
      This report takes longer than usual. We’re making it. Carry on if you like: it will be here
      when you come back.
    </Alert>
  )
}

/** When a report was made that is not made for every look at it. */
export function MadeAt({ moment, onAnew }: { moment: string; onAnew(): void }) {
  return (
    <Text size="sm" c="dimmed">
      Made at {formatStamp(moment)}, since it takes long.{' '}
      <Anchor component="button" type="button" size="sm" onClick={onAnew}>
        Make it anew
      </Anchor>
    </Text>
  )
}
