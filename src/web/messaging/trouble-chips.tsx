import { Badge, Tooltip } from '@mantine/core'
import { Link } from 'react-router'
import type { MessageTrouble } from '#domain/messaging/message-trouble.ts'

/** Messages that did not arrive or are late, each with the way to it. */
export function TroubleChips({ troubles }: { troubles: readonly MessageTrouble[] }) {
  return troubles.map(({ id, kind, words, explanation }) => (
    <Tooltip key={id} label={explanation} disabled={explanation === ''}>
      <Badge
        component={Link}
        to={`/app/message?id=${id}`}
        color={kind === 'delayed' ? 'amber' : 'red'}
        tt="uppercase"
        style={{ cursor: 'pointer' }}
      >
        {words}
      </Badge>
    </Tooltip>
  ))
}
