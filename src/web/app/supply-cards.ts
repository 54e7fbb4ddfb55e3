import { daysLater } from '#web/kit/frame/today.ts'
import { type Filter, writeFilters } from '#web/kit/list/filters.ts'

const list = (path: string, ...where: Filter[]) =>
  `${path}?where=${encodeURIComponent(writeFilters(where))}`
const filter = (field: string, operator: Filter['operator'], value: string): Filter => ({
  field,
  operator,
  values: [value],
})

// The same lead time the badge of a contract has.
const LEAD_DAYS = 90

/** What contracts, meters and proposals ask for today; each number opens the list it counts. */
export function supplyCards(day: string) {
  const last = daysLater(day, LEAD_DAYS)
  return [
    {
      label: 'Expiring contracts',
      plural: 'contracts',
      params: {
        contract_status: 'active',
        is_open_plan: 'false',
        'date_end.gte': day,
        'date_end.lte': last,
      },
      to: list(
        '/app/contracts',
        filter('contract_status', 'in', 'active'),
        filter('is_open_plan', 'eq', 'false'),
        filter('date_end', 'gte', day),
        filter('date_end', 'lte', last),
      ),
      hint: `end within ${LEAD_DAYS} days`,
      tone: 'amber',
    },
    {
      label: 'Offers out',
      plural: 'contracts',
      params: { contract_status: 'offered' },
      to: list('/app/contracts', filter('contract_status', 'in', 'offered')),
      hint: 'waiting to be accepted',
      tone: 'petrol',
    },
    {
      label: 'Readings due',
      plural: 'meters/due',
      params: {},
      to: '/app/meters?due=0',
      hint: 'meters to be read by today',
      tone: 'amber',
    },
    {
      label: 'Open proposals',
      plural: 'proposals',
      params: { 'proposal_status.in': 'open,waiting' },
      to: list('/app/proposals', {
        field: 'proposal_status',
        operator: 'in',
        values: ['open', 'waiting'],
      }),
      hint: 'priced and not decided',
      tone: 'petrol',
    },
  ] as const
}
