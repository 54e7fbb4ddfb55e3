import { message } from '#domain/messaging/message.ts'
import { daysBefore } from './demo-time.ts'
import { type DemoActor, type DemoRow, storeRows, type Target } from './store-rows.ts'

// Customer, then line by line: days ago | minute of the day | who answers, nobody for the customer |
// text. What comes after the last answer is still unread.
const table = `
Kōwhai Corner Dairy
  7 | 20 | | Kia ora, is the new chiller already in this bill? It looks higher than October.
  7 | 64 | Aroha Tāwhiri | Kia ora Rajesh. Yes, since 12 October. The chart on this page shows it.
  7 | 81 | | Good to know, thank you. Then the half-hour meter would be worth a look.
  6 | 15 | Aroha Tāwhiri | I think so too. I ask for a price and ring you on Tuesday after two.
Café Pōhutukawa
  3 | 210 | | We can pay half of this now and half at the end of the month. Is that all right?
  3 | 232 | Priya Sharma | It is, Élise. I have noted it, so no reminder goes out before the 30th.
Te Rākau Childcare
  1 | 300 | | Our bank account has changed. Where do we send the new details?
  0 | 5 | | And will the direct debit of this month still go to the old one?
`

interface Line {
  customer: string
  daysAgo: number
  minute: number
  author: string
  text: string
}

const lines = table
  .trim()
  .split(/\n(?=\S)/)
  .flatMap((entry) => {
    const [customer = '', ...said] = entry.split('\n').map((line) => line.trim())
    return said.map((line): Line => {
      const [days, minute, author = '', text = ''] = line.split('|').map((cell) => cell.trim())
      return { customer, daysAgo: Number(days), minute: Number(minute), author, text }
    })
  })
  .sort((a, b) => b.daysAgo - a.daysAgo || a.minute - b.minute)

interface Page {
  name: string
  customer_id: number
  invoice_id: number
}

// Each customer writes on the page of their newest open invoice.
const PAGES = `select distinct on (c.id) c.name, c.id as customer_id, i.id as invoice_id
  from customers c join invoices i on i.customer_id = c.id
  where c.name = any($1) and i.invoice_status <> 'cancelled'
    and exists (select from invoice_documents d where d.invoice_id = i.id)
  order by c.id, i.balance > 0 desc, i.id desc`

/** What customers wrote on their invoices' pages, in the book whose staff answered. */
export async function storeChats(
  target: Target,
  actors: ReadonlyMap<string, DemoActor>,
): Promise<void> {
  const names = [...new Set(lines.map(({ customer }) => customer))]
  const found = await target.conn.query<Page>(PAGES, [names])
  const pages = new Map(found.map((page) => [page.name, page]))
  const rows = lines.flatMap((line): DemoRow[] => {
    const page = pages.get(line.customer)
    return page ? [rowOf(line, page, actors)] : []
  })
  await storeRows(target, message, rows)
}

function rowOf(line: Line, page: Page, actors: ReadonlyMap<string, DemoActor>): DemoRow {
  const { customer_id, invoice_id } = page
  const at = daysBefore(line.daysAgo, line.minute)
  const isOwn = line.author !== ''
  const answer = lines.find((one) => one.customer === line.customer && isAnswer(one, line))
  const reader = actors.get(answer?.author ?? '')
  const read = answer && daysBefore(answer.daysAgo, answer.minute).toISOString()
  return {
    input: {
      text_plain: line.text,
      customer_id,
      invoice_id,
      reference_object: 'customer',
      reference_id: customer_id,
    },
    kept: {
      kind: 'chat',
      purpose: 'service',
      direction: isOwn ? 'out' : 'in',
      sender: isOwn ? line.author : page.name,
      sent: true,
      status: 'delivered',
      author_id: isOwn ? (actors.get(line.author)?.id ?? null) : null,
      read_at: isOwn ? null : (read ?? null),
      read_by_id: isOwn ? null : (reader?.id ?? null),
    },
    at,
    actor: isOwn
      ? (actors.get(line.author) ?? { id: null, name: line.author })
      : { id: null, name: page.name, isCustomer: true },
  }
}

/** The first of the staff's words after a customer's. */
function isAnswer(one: Line, line: Line): boolean {
  const isLater = one.daysAgo < line.daysAgo || one.minute > line.minute
  return one.author !== '' && one.daysAgo <= line.daysAgo && isLater
}
