import { addDays } from '#domain/kit/day-number.ts'
import { enquiry } from '#domain/operations/enquiry.ts'
import { atOffice, DEMO_TODAY } from './demo-time.ts'
import { type DemoActor, type DemoRow, storeRows, type Target } from './store-rows.ts'

// Subject | customer, else contact and address | status | days ago | follow up in | whose, then text.
const table = `
Solar buy-back rate | Catherine Bell-Whyte and Simon Whyte | open | 2 | 3 | Tom Fletcher
  What do you pay for what our panels send back, and can it go up?
Second meter for the cool room | Kōwhai Corner Dairy | waiting | 9 | 5 | Aroha Tāwhiri
  Wants to know what a half-hour meter would cost per day.
Bill higher than last winter | Mere Ngata and Wiremu Ngata | closed | 64 | | Tom Fletcher
  Explained: the winter was colder and two readings had been estimates.
Gas ovens | Ōtaki Beach Bakery | open | 26 | 1 | Tom Fletcher
  Bottled or reticulated? A quote was promised.
Power for a building site | Te Awa Builders, site@teawa.example | open | 1 | 0 | Grace Chen
  Temporary supply for eight months from January, Pāpāmoa East.
Group of six motels | Coastal Stays, kim@coastalstays.example | waiting | 15 | 12 | Grace Chen
  Asks for one contract over six ICPs between Ōpōtiki and Whakatāne.
Moving to Papakura | Siosaia Tupou and ‘Ana Tupou | won | 8 | | Tom Fletcher
  Final reading on 14 December; stays with us at the new address.
Price for a church hall | St Aidan’s, vestry@staidans.example | lost | 90 | | Losa Tuilagi
  Went with their old supplier, who matched the offer.
Paper invoices by post | Rāpaki Marae | open | 3 | 0 | Priya Sharma
  Would like a second copy for the treasurer.
Meter reader cannot get in | Fraser Sinclair | open | 20 | 6 | Callum Drysdale
  The dog is on a chain on Tuesdays; pass that on.
Water leak allowance | Margaret Hislop | closed | 140 | | Aroha Tāwhiri
  Leak mended in June; credit asked for and granted.
Heat pump plan | Mei-Ling Ho | open | 4 | 4 | Fergus McLeod
  Would like the night rate from winter on.
Ferry terminal | Bluff Harbour Trust, office@bluffharbour.example | waiting | 12 | 9 | Tania Erihana
  Wants a price for shore power.
`

interface EnquirySubjects {
  customers: ReadonlyMap<string, { id: number; row: DemoRow }>
  staffIds: ReadonlyMap<string, number>
  actors: ReadonlyMap<string, DemoActor>
}

/** What people asked, in the book whose staff answered. */
export async function storeEnquiries(target: Target, known: EnquirySubjects): Promise<void> {
  const entries = table.trim().split(/\n(?=\S)/)
  const rows = entries.flatMap((entry): DemoRow[] => {
    const [head = '', text_plain = ''] = entry.split('\n').map((line) => line.trim())
    const [subject = '', who = '', status, ago, ahead, author = ''] = head
      .split('|')
      .map((c) => c.trim())
    if (!known.staffIds.has(author)) return []
    const customer = known.customers.get(who)
    const [contact_name, email = null] = who.split(', ')
    return [
      {
        input: {
          subject,
          text_plain,
          enquiry_status: status,
          customer_id: customer?.id ?? null,
          contact_name: customer ? (customer.row.input.contact_primary ?? null) : contact_name,
          email: customer ? (customer.row.input.email ?? null) : email,
          staff_id: known.staffIds.get(author) ?? null,
          follow_up_date: ahead ? addDays(DEMO_TODAY, Number(ahead)) : null,
        },
        at: atOffice(addDays(DEMO_TODAY, -Number(ago)), subject.length * 11),
        actor: known.actors.get(author) ?? { id: null, name: author },
      },
    ]
  })
  await storeRows(target, enquiry, rows)
}
