import { Alert, Skeleton, Text } from '@mantine/core'
import type { CloserLook, LeavingMessage } from '#domain/messaging/departure/departure.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { PrintedPage } from '#web/kit/frame/printed-document.tsx'
import { type Looking, useCloserLook } from './departure-queries.ts'
import classes from './last-look.module.css'

/** What one customer would read: every message with its words, and the page that goes with it. */
export function LookPane(looking: Looking) {
  const { data, error, isFetching, refetch } = useCloserLook(looking)
  const [look] = data ?? []
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (!look) return <Skeleton height={220} role="status" aria-label="Looking closely" />
  return <LookShown look={look} isBusy={isFetching} />
}

/** Its words, its page, and what stands in the way. */
export function LookShown({ look, isBusy }: { look: CloserLook; isBusy: boolean }) {
  return (
    <section
      className={classes.pane}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
      aria-label="What leaves"
      aria-busy={isBusy}
    >
      {look.problem && (
        <Alert color="amber" mb="sm">
          {look.problem}
        </Alert>
      )}
      <Letters look={look} />
      {look.document && <PrintedPage document={look.document} />}
    </section>
  )
}

function Letters({ look: { messages, problem } }: { look: CloserLook }) {
  if (messages.length === 0)
    return problem ? null : (
      <Text size="sm" c="dimmed" mb="sm">
        No message leaves.
      </Text>
    )
  return messages.map((message) => (
    <Letter key={`${message.channel} ${message.to}`} message={message} />
  ))
}

const byChannel = { email: 'Email', sms: 'Text message' }

function Letter({ message }: { message: LeavingMessage }) {
  const { channel, to, subject, text, attachment, withheld } = message
  return (
    <figure className={classes.letter}>
      <figcaption>
        {byChannel[channel]} to {to}
        {attachment && `, with ${attachment}`}
      </figcaption>
      {withheld && (
        <Alert color="amber" mb={6}>
          It is withheld: {withheld}
        </Alert>
      )}
      {subject && <Text fw={600}>{subject}</Text>}
      <Text size="sm" className={classes.words}>
        {text.trim()}
      </Text>
    </figure>
  )
}
