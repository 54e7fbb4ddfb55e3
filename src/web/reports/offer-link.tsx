import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { PreparedMail } from '#domain/reports/report.ts'

/** Opens a new message with words to begin with: they are looked over before anybody sends them. */
export function OfferLink({
  offer: { label, customer_id, subject, text },
}: {
  offer: PreparedMail
}) {
  return (
    <Anchor
      component={Link}
      to={`/app/message/new?to=customer&customer=${customer_id}`}
      state={{ subject, text }}
      size="sm"
    >
      {label}
    </Anchor>
  )
}
