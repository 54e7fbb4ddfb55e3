import { checkStatement } from '#domain/commissions/statement-check.ts'
import type { PrintedDocument } from '#domain/kit/document.ts'
import { stateAndSend } from '#server/commissions/send-statement.ts'
import { drawApart } from '#server/kit/print/draw-apart.ts'
import { digestOf } from '#server/kit/print/render-pdf.ts'
import { seconds } from './api-call.ts'
import { besideRows } from './beside-rows.ts'
import { openOffice } from './billing-office.ts'
import { asOwner, earn, listedPartner, newPartner } from './commissions-data.ts'
import type { Line } from './report.ts'
import { BARE, type Bench, type Scenario } from './scenarios.ts'

const SEND_MS = 3000
const DRAW_MS = 15_000
const CHECK_MS = 1000
/** Nobody's call waits longer for the one thread. */
const LATE_MS = 200

/** The latest of very many entries, as the list of contracts is asked for. */
export const commissionScenarios: Scenario[] = [
  {
    key: 'e‴',
    title: 'commission entries by status and day, first page',
    goal: { of: BARE, share: 0.6 },
    async loads(bench) {
      const partner_id = await listedPartner(bench)
      const path = `/commissions?partner_id=${partner_id}&commission_status=accrued`
      const text = `select * from commissions where organisation_id = $1 and partner_id = $2
        and commission_status = 'accrued' and deleted_at is null
        order by earned_on, id limit 50`
      const asked = { name: 'entries', text, values: [partner_id] }
      return besideRows(bench, `${path}&order=earned_on&limit=50`, asked)
    },
  },
]

interface SentStatement {
  proof: string
  hash: string
  content: PrintedDocument
}

/** A long statement: stated and sent, drawn, and checked as the partner's page does. */
export async function statementLines(bench: Bench, count: number): Promise<Line[]> {
  const partner_id = await newPartner(bench, 'Long statement')
  await earn(bench, partner_id, count)
  const office = openOffice(bench)
  try {
    // Drawing is measured by itself: a worker that did it meanwhile would be in the way.
    const sendMs = await timed(() =>
      office.write((conn) => stateAndSend(office.ctx, conn, { id: partner_id }, { isTrial: true })),
    )
    const { proof, hash, content } = await sentTo(bench, partner_id)
    const { drawMs, lateMs } = await drawn(content)
    const sent = { proof, hash, chain: [{ number: 'CS', hash, previous: '' }] }
    let found = checkStatement(sent, hash)
    const checkMs = await timed(async () => {
      found = checkStatement(sent, digestOf(Buffer.from(proof)).toString('hex'))
    })
    if (found.wrong_lines.length > 0) throw new Error(`Not as sent: ${found.wrong.join(' ')}`)
    const title = `commission statement of ${count} lines`
    return [
      lineOf('cs', `${title}, stated and sent`, sendMs, SEND_MS),
      {
        ...lineOf('ct', `${title}, its PDF`, drawMs, DRAW_MS),
        reference: `the server late by ${lateMs.toFixed(0)} ms`,
        goal: `≤ ${seconds(DRAW_MS)}, late ≤ ${LATE_MS} ms`,
        isMet: drawMs <= DRAW_MS && lateMs <= LATE_MS,
        figures: { drawMs, lateMs },
      },
      lineOf('cu', `${title}, checked by the page`, checkMs, CHECK_MS),
    ]
  } finally {
    await office.close()
  }
}

function lineOf(key: string, title: string, ms: number, goalMs: number): Line {
  return {
    ...{ key, title, ours: `${ms.toFixed(0)} ms`, reference: '' },
    ...{ reached: `${ms.toFixed(0)} ms`, goal: `≤ ${seconds(goalMs)}`, isMet: ms <= goalMs },
    figures: { ms },
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** How long drawing takes, and by how much whatever else the server does came late meanwhile. */
async function drawn(content: PrintedDocument) {
  let [lateMs, last] = [0, performance.now()]
  const look = () => {
    const now = performance.now()
    lateMs = Math.max(lateMs, now - last - 10)
    last = now
  }
  const looks = setInterval(look, 10)
  try {
    return { drawMs: await timed(() => drawApart(content, new Map())), lateMs }
  } finally {
    clearInterval(looks)
  }
}

async function sentTo(bench: Bench, partner_id: number): Promise<SentStatement> {
  const [sent] = await asOwner(bench, async (client) => {
    const { rows } = await client.query<SentStatement>(
      `select d.proof, s.hash, d.content from commissionstatements s
       join commission_documents d on d.statement_id = s.id where s.partner_id = $1`,
      [partner_id],
    )
    return rows
  })
  if (!sent) throw new Error('The statement was not kept.')
  return sent
}
