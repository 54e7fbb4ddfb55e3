import { type AgedCustomer, receivablesCalls } from '#domain/reports/aged-calls.ts'
import { OPEN_ITEMS } from '#server/books/open-items.ts'
import { fragment } from '#server/kit/database/sql.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { agedReport, due } from './aged-report.ts'

// Free credit is the customer's own and stands against all of it; the total is the balance.
const AGED = fragment`select c.id as customer_id, c.customer_number, c.name,
    ${due(null, 0)} as current, ${due(1, 30)} as days_1_30, ${due(31, 60)} as days_31_60,
    ${due(61, 90)} as days_61_90, ${due(91, null)} as days_over_90,
    coalesce(c.account_credit, 0) as credit,
    coalesce(sum(i.balance), 0) - coalesce(c.account_credit, 0) as total
  from customers c left join (${OPEN_ITEMS}) i on i.customer_id = c.id
  group by c.id having coalesce(sum(i.balance), 0) <> 0 or coalesce(c.account_credit, 0) <> 0`

export const agedReceivablesRoutes: Route[] = serve(
  receivablesCalls,
  agedReport<AgedCustomer>({
    aged: AGED,
    who: ['customer_id', 'customer_number', 'name'],
    plural: 'receivables',
  }),
)
