import type { Client } from './client.ts'
import type { Prepare } from './ready-rows.ts'

// Periods of two months that end with January, March and so on, each used once. What is filed is of
// the first years, one period after the other, so that no lock reaches what other calls book.
const ends = (year: number) => {
  let month = (year - 2019) * 12 + 3
  return () => {
    const [of, number] = [2019 + Math.floor((month - 1) / 12), ((month - 1) % 12) + 1]
    month += 2
    return Temporal.PlainDate.from({ year: of, month: number, day: 31 }).toString()
  }
}
const nextToFile = ends(2019)
const nextToPrepare = ends(2021)

const prepared = async (client: Client, period_end: string): Promise<number> => {
  const reply = await client.put('/gstreturn', { period_end })
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.body.data.id
}

/** A return of a period that nobody else in these tests asks for. */
export const gstreturnRow = (client: Client) => prepared(client, nextToPrepare())

const schedule = { name: 'My days', report_name: 'activity', recipient_ids: [] }

const scheduled = async (client: Client): Promise<number> => {
  const reply = await client.put('/reportschedule', schedule)
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.body.data.id
}

const paused = async (client: Client): Promise<number> => {
  const id = await scheduled(client)
  await client.post('/reportschedule/pause', { id })
  return id
}

/** How calls about GST returns and regular reports are made ready. */
export const readyReports: Record<string, Prepare> = {
  'PUT /reportschedule': async () => schedule,
  'POST /reportschedule/pause': async (client) => ({ id: await scheduled(client) }),
  'POST /reportschedule/resume': async (client) => ({ id: await paused(client) }),
  'PUT /gstreturn': async () => ({ period_end: nextToPrepare() }),
  'POST /gstreturn/refresh': async (client) => ({ id: await gstreturnRow(client) }),
  'POST /gstreturn/file': async (client) => ({
    id: await prepared(client, nextToFile()),
    filed_date: '2026-01-15',
    reference: 'IR-4711',
  }),
}
