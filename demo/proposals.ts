import { addDays } from '#domain/kit/day-number.ts'
import type { CandidateRate } from '#domain/proposals/candidate-rates.ts'
import { proposal } from '#domain/proposals/proposal.ts'
import type { Context } from '#server/kit/http/context.ts'
import { priceFor } from '#server/proposals/price-proposal.ts'
import { atOffice, DEMO_TODAY, dayOf } from './demo-time.ts'
import { type DemoActor, type DemoRow, storeRows, type Target } from './store-rows.ts'
import { priced, type Service, tariffFor } from './tariffs.ts'

// Customer | service | supplier | status | made so many days ago | prices against today's | by.
const table = `
Hobson Heights Body Corporate | electricity | Pounamu Electric | waiting | 18 | 0.93 | Grace Chen
Hobson Heights Body Corporate | gas | Tasman Bay Gas & Power | open | 4 | 0.95 | Grace Chen
Bledisloe Cool Stores | electricity | Pounamu Electric | open | 6 | 0.94 | Grace Chen
Deepika Nair | electricity | Kererū Energy | waiting | 11 | 0.97 | Tom Fletcher
Rototuna Vet Clinic | electricity | Kererū Energy | open | 2 | 0.96 | Aroha Tāwhiri
Pātea Butchery | electricity | Pounamu Electric | lost | 74 | 0.99 | Losa Tuilagi
Mackenzie Star Lodge | electricity | Southern Light Power | waiting | 9 | 0.92 | Callum Drysdale
Kirikiriroa Print House | electricity | Kererū Energy | won | 130 | 0.95 | Tom Fletcher
Rotorua Thermal Lodge | electricity | Kererū Energy | won | 95 | 0.94 | Losa Tuilagi
Wikitōria Paki | electricity | Pounamu Electric | closed | 60 | 1.02 | Losa Tuilagi
Kerikeri Citrus Growers | electricity | Pounamu Electric | open | 1 | 0.91 | Aroha Tāwhiri
Gore Stock & Feed | electricity | Rakiura Fuels | waiting | 8 | 0.95 | Fergus McLeod
Mei-Ling Ho | electricity | Rakiura Fuels | open | 3 | 0.97 | Fergus McLeod
`

interface ProposalSubjects {
  customers: ReadonlyMap<string, { id: number; row: DemoRow }>
  supplierIds: ReadonlyMap<string, number>
  staffIds: ReadonlyMap<string, number>
  actors: ReadonlyMap<string, DemoActor>
}

const FIRST_NUMBER = 1001
/** So long people think about an offer. */
const DECIDED_DAYS = 12

/** Proposals for customers of this book, priced on their own readings as the application does. */
export async function storeProposals(
  ctx: Context,
  target: Target,
  known: ProposalSubjects,
): Promise<void> {
  const rows: DemoRow[] = []
  for (const line of table.trim().split('\n')) {
    const [name = '', service = '', supplier = '', status, days, level = '1', author = ''] = line
      .split('|')
      .map((cell) => cell.trim())
    const found = known.customers.get(name)
    if (!found) continue
    const isBusiness = found.row.input.customer_type === 'commercial'
    // Prices of a whole connection, whatever registers it has: that is how offers are written.
    const lines = tariffFor(service as Service, { isBusiness, codes: ['UN'], isLarge: false }) // The table names services only.
    const candidate_rates: CandidateRate[] = priced(lines, level, '5').sell
    const made = addDays(DEMO_TODAY, -Number(days))
    const isOpen = status === 'open' || status === 'waiting'
    const isDecided = status === 'won' || status === 'lost'
    const came = dayOf(found.row.at)
    const asked = {
      customer_id: found.id,
      icp_type: service,
      candidate_rates,
      service_fee_percent: isBusiness ? '3' : '2.5',
      discount_percent: '0',
      gst_percent: '15',
      // What was read after the proposal was made was not known to it.
      period_end: addDays(made.slice(0, 8).concat('01'), -1),
    }
    const { pricing, ...costs } = await priceFor(ctx, target.conn, asked)
    const { period_start, period_end, ...kept } = costs
    rows.push({
      input: {
        ...asked,
        name: `${name}, ${service}`,
        proposal_number: `P-${FIRST_NUMBER + rows.length}`,
        proposal_status: status,
        supplier_id: known.supplierIds.get(supplier) ?? null,
        staff_id: known.staffIds.get(author) ?? null,
        valid_until_date: addDays(made, 30),
        follow_up_date: isOpen ? addDays(made, 7) : null,
        period_start,
        period_end,
      },
      kept: {
        ...kept,
        pricing,
        priced_at: atOffice(made, 210).toISOString(),
        ...(isDecided ? { decided_at: atOffice(addDays(made, DECIDED_DAYS)).toISOString() } : {}),
      },
      at: atOffice(made > came ? made : addDays(came, 1), 205),
      actor: known.actors.get(author) ?? { id: null, name: author },
    })
  }
  await storeRows(target, proposal, rows)
  await target.conn.query(
    `insert into series (organisation_id, name, prefix, next_value)
     values ($1, 'proposal_number', 'P-', $2)`,
    [target.organisation_id, FIRST_NUMBER + rows.length],
  )
}
