import {
  type PublicStatement,
  publicStatementCalls,
} from '#domain/commissions/public-statement-calls.ts'
import { linesCsv } from '#domain/commissions/statement-csv.ts'
import type { StatementProof } from '#domain/commissions/statement-proof.ts'
import { Problem } from '#domain/kit/problem.ts'
import { shownLookOf } from '#server/files/look-of.ts'
import { limitPublicLink, linkContext, openPublicLink } from '#server/identity/public-link.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { pdfAnswer, textAnswer } from '#server/kit/print/pdf-answer.ts'
import { sentPaper } from './kept-paper.ts'
import { STATEMENT_LINK } from './mail-statement.ts'
import { TAKEN_BACK } from './taken-back.ts'

const headers = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' }
// In a quarter of an hour.
const READS = 120

interface ShownStatement {
  id: number
  partner_id: number
  statement_number: string
  statement_status: PublicStatement['status']
  payment_date: string | null
  is_being_drawn: boolean
  hash: string
  proof: string
}

const SHOWN = sql<ShownStatement, [id: number]>`
  select s.id, s.partner_id, s.statement_number, s.statement_status, s.payment_date,
    s.is_being_drawn, s.hash, d.proof
  from commissionstatements s join commission_documents d on d.statement_id = s.id where s.id = $1`

const CHAIN = sql<
  PublicStatement['chain'][number],
  [partner_id: number, id: number]
>`select statement_number as number, hash, coalesce(previous_hash, '') as previous
  from commissionstatements where partner_id = $1 and id <= $2 and hash is not null order by id`

// Lines stand in the order in which they were written down.
const TAKEN_BACK_LINES = sql<PublicStatement['taken_back'][number], [statement_id: number]>`
  select c.place::text as line, t.day::text, t.amount::text
  from (select id, row_number() over (order by earned_on, id) as place from commissions
    where statement_id = $1) c
  join ${TAKEN_BACK} t on t.line_id = c.id order by c.place`

async function behindLink<T>(
  ctx: Context,
  work: (conn: Conn, shown: ShownStatement) => Promise<T>,
): Promise<T> {
  const link = await openPublicLink(ctx, STATEMENT_LINK)
  await limitPublicLink(ctx, link, 'commission_read', READS)
  const partner = linkContext(ctx, link, 'Partner')
  return ctx.database.read(scopeOf(partner), async (conn) => {
    const shown = await SHOWN.one(conn, link.object_id)
    if (!shown) throw new Problem('tokenInvalid')
    return work(conn, shown)
  })
}

async function readStatement(ctx: Context) {
  const data = await behindLink(ctx, async (conn, shown): Promise<PublicStatement> => {
    const { id, partner_id, proof, hash, statement_status: status } = shown
    const { payment_date, is_being_drawn } = shown
    const look = await shownLookOf(conn)
    const [chain, taken_back] = await Promise.all([
      CHAIN.all(conn, partner_id, id),
      TAKEN_BACK_LINES.all(conn, id),
    ])
    return { look, proof, hash, status, payment_date, is_being_drawn, chain, taken_back }
  })
  return { data, headers }
}

async function readPdf(ctx: Context) {
  const { pdf, name } = await behindLink(ctx, async (conn, { id, statement_number: name }) => ({
    ...{ pdf: await sentPaper(conn, id), name },
  }))
  return { ...pdfAnswer(pdf, name), headers }
}

async function readCsv(ctx: Context) {
  const { text, name } = await behindLink(ctx, async (_conn, { proof, statement_number }) => ({
    // Written by us when it was sent.
    text: linesCsv((JSON.parse(proof) as StatementProof).lines),
    name: `${statement_number}.csv`,
  }))
  return { ...textAnswer(text, { name, type: 'text/csv; charset=utf-8' }), headers }
}

async function readJson(ctx: Context) {
  const { text, name } = await behindLink(ctx, async (_conn, { proof, statement_number }) => ({
    text: proof,
    name: `${statement_number}.json`,
  }))
  return { ...textAnswer(text, { name, type: 'application/json' }), headers }
}

/** A partner's statement, for whoever was sent its link. */
export const publicStatementRoutes: Route[] = serve(publicStatementCalls, {
  read: { run: readStatement },
  document: { run: readPdf },
  csv: { run: readCsv },
  json: { run: readJson },
})
