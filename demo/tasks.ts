import { formatDayShort } from '#domain/kit/calendar.ts'
import { addDays } from '#domain/kit/day-number.ts'
import { task } from '#domain/tasks/task.ts'
import { atOffice, DEMO_TODAY } from './demo-time.ts'
import { type DemoActor, type DemoRow, storeRows, type Target } from './store-rows.ts'

// Task | customer it is about | whose: a person, or a role | written so many days ago by | due in |
// done by whom, if it is; then what else there is to say.
const table = `
Ring about the second shed’s invoice line | Waikato Valley Dairies | Tom Fletcher | 4 Aroha Tāwhiri | 2 |
  They want it from the December invoice on.
Price a half-hour meter | Kōwhai Corner Dairy | Tom Fletcher | 9 Aroha Tāwhiri | -3 |
  Rajesh was promised a figure for Tuesday.
Send the thank-you card | Wikitōria Paki | Losa Tuilagi | 30 Tom Fletcher | -20 | Losa Tuilagi
Ask the meter reader for a Tuesday | Fraser Sinclair | Callum Drysdale | 20 Aroha Tāwhiri | 5 |
  The dog is on a chain on Tuesdays.
Check the second half was paid | Café Pōhutukawa | accounting | 12 Priya Sharma | 17 |
  Payment plan agreed with Élise: half at the end of the month.
New direct debit form | Te Rākau Childcare | accounting | 1 Tom Fletcher | 1 |
Approve the load-shifting offer | Bledisloe Cool Stores | manager | 6 Grace Chen | 4 |
Confirm the clinic’s letter for next year | Mere Ngata and Wiremu Ngata | user | 40 Aroha Tāwhiri | -2 |
  It is renewed every twelve months.
Update the contact in the signature link | Rāpaki Marae | Tom Fletcher | 60 Callum Drysdale | -50 | Tom Fletcher
Walk the new adviser through approvals | | Aroha Tāwhiri | 2 Rāwiri Henare | 3 |
Ask for the missing remittance | Kerikeri Citrus Growers | Priya Sharma | 2 Aroha Tāwhiri | 1 |
Sign the broker agreement | | Grace Chen | 5 Aroha Tāwhiri | 4 |
Renew the office’s own website certificate | | admin | 3 Rāwiri Henare | 11 |
`

interface TaskSubjects {
  customers: ReadonlyMap<string, number>
  staffIds: ReadonlyMap<string, number>
  actors: ReadonlyMap<string, DemoActor>
}

/** What is to be done, in the book whose staff do it, and what its contracts ask for. */
export async function storeTasks(target: Target, known: TaskSubjects): Promise<void> {
  const entries = table.trim().split(/\n(?=\S)/)
  await storeRows(target, task, [
    ...entries.flatMap((entry) => written(entry, known)),
    ...(await finalReadings(target)),
  ])
}

function written(entry: string, { customers, staffIds, actors }: TaskSubjects): DemoRow[] {
  const [head = '', text_plain = ''] = entry.split('\n').map((line) => line.trim())
  const cells = head.split('|').map((cell) => cell.trim())
  const [subject = '', customer = '', whose = '', by = '', due, doneBy = ''] = cells
  const [, ago = '0', author = ''] = /^(\d+) (.+)$/.exec(by) ?? []
  if (!actors.has(author)) return []
  const reference_id = customers.get(customer)
  const staff_id = staffIds.get(whose) ?? null
  const due_date = addDays(DEMO_TODAY, Number(due))
  const input = {
    subject,
    text_plain: text_plain || null,
    due_date,
    reminder_date: addDays(due_date, -1),
    staff_id,
    role_name: staff_id ? null : whose,
    ...(reference_id ? { reference_object: 'customer', reference_id } : {}),
  }
  const at = atOffice(addDays(DEMO_TODAY, -Number(ago)), subject.length * 9)
  const actor = actors.get(author) ?? { id: null, name: author }
  const row = { input, at, actor }
  if (!doneBy) return [row]
  const done = atOffice(due_date, subject.length * 5)
  return [finished(row, done, actors.get(doneBy) ?? { id: null, name: doneBy })]
}

function finished(row: DemoRow, at: Date, actor: DemoActor): DemoRow {
  const kept = { task_status: 'done', done_at: at.toISOString(), done_by: actor.name }
  const changes = { task_status: ['open', 'done'] as [string, string] }
  return {
    ...row,
    kept: { ...row.kept, ...kept },
    later: [{ at, actor, action: 'done', changes }],
  }
}

interface Cancelled {
  id: number
  contract_number: string
  date_end: string
}

/** Contracts that were cancelled asked for their final reading; it came with the older ones. */
async function finalReadings({ conn }: Target): Promise<DemoRow[]> {
  const rows = await conn.query<Cancelled>(
    `select id, contract_number, date_end from contracts where contract_status = 'cancelled'
     order by date_end desc, id limit 20`,
  )
  const actor = { id: null, name: 'Switchboard' }
  return rows.map(({ id, contract_number, date_end }, place) => {
    const row: DemoRow = {
      input: {
        subject: `Final reading needed for ${contract_number}`,
        text_plain: `Cancelled from ${formatDayShort(date_end)}`,
        due_date: date_end,
        role_name: 'user',
        reference_object: 'contract',
        reference_id: id,
      },
      kept: { cause: `final reading contract ${id}` },
      at: atOffice(addDays(date_end, -14)),
      actor,
    }
    return place === 0 ? row : finished(row, atOffice(addDays(date_end, 1)), actor)
  })
}
