import { z } from 'zod'
import { contract } from '#domain/contracts/contract.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import type { StoredColumns } from '#domain/kit/entity.ts'
import { created, updated } from '#domain/kit/problem.ts'
import { validate } from '#domain/kit/validate.ts'
import { candidateRates } from '#domain/proposals/candidate-rates.ts'
import { type Proposal, proposal } from '#domain/proposals/proposal.ts'
import { type PricedNow, proposalCalls } from '#domain/proposals/proposal-calls.ts'
import { proposalDocument } from '#domain/proposals/proposal-document.ts'
import { drawPaper, inLook } from '#server/files/look-of.ts'
import { gstOn } from '#server/identity/gst-rates.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { pdfAnswer } from '#server/kit/print/pdf-answer.ts'
import { withInitials } from '#server/kit/rows/cell.ts'
import { reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { selectOne } from '#server/kit/rows/store.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { notFound, writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { makeContract } from './make-contract.ts'
import { priceFor } from './price-proposal.ts'
import { factsOfProposal } from './proposal-facts.ts'

/** Proposals are priced whenever they are stored, and before that as often as somebody likes. */
export function proposalRoutes(catalogue: Catalogue): Route[] {
  return serve(proposalCalls, {
    ...proposalVerbs(catalogue),
    price: { run: priceOnly },
    contract: {
      write: async (ctx, conn, input) => {
        const written = await makeContract(ctx, conn, input)
        return writtenAnswer(ctx, contract, written, { status: created })
      },
    },
    document: { run: (ctx, { id }) => printProposal(ctx, id, catalogue) },
  })
}

function proposalVerbs(catalogue: Catalogue) {
  return verbHandlers(proposal, catalogue, {
    create: async (ctx, conn, input) => {
      await checkAgainstOthers(ctx, conn, proposal, input, catalogue)
      const priced = await pricedValues(ctx, conn, withInitials(proposal, input))
      const gst_percent = input.gst_percent ?? (await gstOn(conn, todayOf(ctx)))
      const written = await insertRow(ctx, conn, proposal, { ...input, ...priced, gst_percent })
      return writtenAnswer(ctx, proposal, written, { status: created })
    },
    update: async (ctx, conn, input) => {
      const written = await reviseRow(ctx, conn, proposal, input, {
        rights: () => {},
        others: (before) => checkAgainstOthers(ctx, conn, proposal, input, catalogue, before),
      })
      await storePricing(ctx, conn, written.row)
      const priced = await rowNow(ctx, conn, proposal, input.id)
      return writtenAnswer(ctx, proposal, priced, { status: updated })
    },
  })
}

async function priceOnly(ctx: Context, input: CheckedOf<typeof proposalCalls.price>) {
  const values = withInitials(proposal, input)
  const data = await ctx.database.read(scopeOf(ctx), (conn) => pricedValues(ctx, conn, values))
  return { data }
}

async function printProposal(ctx: Context, id: number, catalogue: Catalogue) {
  return ctx.database.read(scopeOf(ctx), async (conn) => {
    const found = await selectOne(conn, proposal, id, ctx.actor, catalogue.lookup)
    if (!found) throw notFound(proposal)
    const facts = await factsOfProposal(ctx, conn, found.row)
    const document = await inLook(conn, proposalDocument(facts))
    return pdfAnswer(await drawPaper(conn, document), `Proposal ${document.reference}`)
  })
}

async function pricedValues(
  ctx: Context,
  conn: Conn,
  row: StoredColumns<typeof proposal>,
): Promise<PricedNow> {
  const schema = z.object({ candidate_rates: candidateRates })
  const sent = { candidate_rates: row.candidate_rates ?? [] }
  const { candidate_rates } = validate(schema, sent, proposal)
  const priced = await priceFor(ctx, conn, { ...row, candidate_rates })
  return { ...priced, priced_at: ctx.clock.now().toISOString() }
}

type StoredPricing = [
  id: number,
  current_cost: string | null,
  candidate_cost: string | null,
  saving_amount: string | null,
  saving_percent: string | null,
  pricing: string,
  priced_at: string,
  period_start: string | null,
  period_end: string | null,
  gst_percent: string,
]

const STORE_PRICING = sql<never, StoredPricing>`
  update proposals set current_cost = $2, candidate_cost = $3, saving_amount = $4,
    saving_percent = $5, pricing = $6, priced_at = $7, period_start = $8, period_end = $9,
    gst_percent = coalesce(gst_percent, $10)
  where id = $1`

/** Prices are the server's own: they follow the row and make no new version of it. */
async function storePricing(ctx: Context, conn: Conn, row: Proposal): Promise<void> {
  const priced = await pricedValues(ctx, conn, row)
  await STORE_PRICING.run(
    conn,
    row.id,
    priced.current_cost,
    priced.candidate_cost,
    priced.saving_amount,
    priced.saving_percent,
    JSON.stringify(priced.pricing),
    priced.priced_at,
    priced.period_start,
    priced.period_end,
    await gstOn(conn, todayOf(ctx)),
  )
}
