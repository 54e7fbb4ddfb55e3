import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '#domain/kit/money.ts'
import { proposal } from '#domain/proposals/proposal.ts'
import { type Filter, writeFilters } from '#web/kit/list/filters.ts'
import { ListScreen } from '#web/kit/list/list-screen.tsx'
import type { SavedView } from '#web/kit/list/saved-views.ts'
import { sumQuery } from '#web/kit/list/use-list.ts'
import type { Params } from '#web/kit/session/api.ts'

function view(name: string, ...values: string[]): SavedView {
  const where: Filter[] = [{ field: 'proposal_status', operator: 'in', values }]
  return { name, search: `?${new URLSearchParams({ where: writeFilters(where) })}` }
}

const views = [view('Open', 'open', 'waiting'), view('Won', 'won'), view('Lost', 'lost')]

/** Every proposal and what it would save. */
export function Screen() {
  return (
    <ListScreen
      entity={proposal}
      builtIn={views}
      summary={(params) => <Saving params={params} />}
    />
  )
}

function Saving({ params }: { params: Params }) {
  const { data } = useQuery(sumQuery('proposals', 'saving_amount', params))
  return data && data !== '0.00' ? ` · $${formatMoney(data)} saving a year` : null
}
