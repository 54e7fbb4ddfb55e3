import { type AgedSupplier, payablesCalls } from '#domain/reports/aged-calls.ts'
import { OPEN_PAYABLES, SUPPLIER_CREDIT } from '#server/bills/open-payables.ts'
import { fragment } from '#server/kit/database/sql.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { agedReport, due } from './aged-report.ts'

// What we paid too much, or were given, stands against all of it; the total is what the books say.
const AGED = fragment`select w.supplier_id, coalesce(s.name, 'Without a supplier') as name,
    ${due(null, 0)} as current, ${due(1, 30)} as days_1_30, ${due(31, 60)} as days_31_60,
    ${due(61, 90)} as days_61_90, ${due(91, null)} as days_over_90,
    coalesce(max(c.credit), 0) as credit,
    coalesce(sum(i.balance), 0) - coalesce(max(c.credit), 0) as total
  from (select supplier_id from (${OPEN_PAYABLES}) i
    union select supplier_id from (${SUPPLIER_CREDIT}) c) w
  left join suppliers s on s.id = w.supplier_id
  left join (${OPEN_PAYABLES}) i on i.supplier_id is not distinct from w.supplier_id
  left join (select supplier_id, sum(free) as credit from (${SUPPLIER_CREDIT}) c
    group by supplier_id) c on c.supplier_id is not distinct from w.supplier_id
  group by w.supplier_id, s.name`

export const agedPayablesRoutes: Route[] = serve(
  payablesCalls,
  agedReport<AgedSupplier>({ aged: AGED, who: ['supplier_id', 'name'], plural: 'payables' }),
)
