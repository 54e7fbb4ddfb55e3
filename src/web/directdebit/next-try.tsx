import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { wordsOfDebit } from './debit-chip.tsx'
import { retriesQuery } from './debit-query.ts'

/** What became of a debit that was not honoured: the next try and how that one stands. */
export function NextTry({ id }: { id: number }) {
  const next = useQuery(retriesQuery).data?.get(id)
  if (!next) return '—'
  return (
    <Anchor component={Link} to={`/app/invoicepayment?id=${next.id}`} size="sm">
      {wordsOfDebit(next)}
    </Anchor>
  )
}
