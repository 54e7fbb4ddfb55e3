import { Alert } from '@mantine/core'
import type { Message } from '#domain/messaging/message.ts'
import classes from './compose.module.css'

const FIRST_LETTERS = 200

/** What came or left while one was writing, before one's own words join it. */
export function Meanwhile({ news }: { news: readonly Message[] }) {
  if (news.length === 0) return null
  return (
    <Alert color="amber" mt="xs" role="alert" title="Meanwhile">
      <ul className={classes.meanwhile}>
        {news.map((one) => (
          <li key={one.id}>
            <strong>{one.sender?.replace(/\s*<[^<>]*>$/, '') ?? 'Somebody'}</strong>{' '}
            {one.direction === 'in' ? 'wrote' : 'answered'}:{' '}
            {one.text_plain.slice(0, FIRST_LETTERS)}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
