import { z } from 'zod'
import { contract } from '#domain/contracts/contract.ts'
import type { Stored } from '#domain/kit/entity.ts'
import { created, updated } from '#domain/kit/problem.ts'
import { createSchema, fieldSchema, idSchema } from '#domain/kit/schema.ts'
import { validate } from '#domain/kit/validate.ts'
import { candidateRates } from '#domain/proposals/candidate-rates.ts'
import { type Proposal, proposal } from '#domain/proposals/proposal.ts'
import { proposalDocument } from '#domain/proposals/proposal-document.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { pdfAnswer } from '#server/kit/print/pdf-answer.ts'
import { renderPdf } from '#server/kit/print/render-pdf.ts'
import { withInitials } from '#server/kit/rows/cell.ts'
import { reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { resource } from '#server/kit/rows/resource.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { selectOne } from '#server/kit/rows/store.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { notFound, writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { makeContract } from './make-contract.ts'
import { priceFor } from './price-proposal.ts'
import { factsOfProposal } from './proposal-facts.ts'

// The contract's own words say what is wrong with a day.
const dayOf = (name: 'date_start' | 'date_end') =>
  fieldSchema(contract, name, contract.fields[name]).optional() as z.ZodType<string | undefined>

// The schema is strict and built from the entity, as the type is.
const toPrice = createSchema(proposal)
  .partial()
  .required({ customer_id: true }) as unknown as z.ZodType<Stored<typeof proposal>>

const making = z.strictObject({
  id: idSchema,
  date_start: dayOf('date_start'),
  date_end: dayOf('date_end'),
})

/** Proposals are priced whenever they are stored, and before that as often as somebody likes. */
export function proposalRoutes(catalogue: Catalogue): Route[] {
  return [
    ...resource(proposal, catalogue, {
      create: async (ctx, conn, input) => {
        await checkAgainstOthers(ctx, conn, proposal, input, catalogue)
        const priced = await pricedValues(ctx, conn, withInitials(proposal, input))
        const written = await insertRow(ctx, conn, proposal, { ...input, ...priced })
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
    }),
    route<Stored<typeof proposal>>({
      method: 'POST',
      path: '/proposal/price',
      summary: 'Price a proposal without storing it',
      policy: { from: 'user' },
      replayed: false,
      input: toPrice,
      run: async (ctx, input) => {
        const values = withInitials(proposal, input)
        const data = await ctx.database.read(scopeOf(ctx), (conn) =>
          pricedValues(ctx, conn, values),
        )
        return { data }
      },
    }),
    route<z.infer<typeof making>>({
      method: 'POST',
      path: '/proposal/contract',
      summary: 'Make a draft contract of a won proposal, with the rates that were offered',
      policy: { from: 'user' },
      target: proposal,
      output: { entity: contract, many: false },
      input: making,
      write: async (ctx, conn, input) => {
        const written = await makeContract(ctx, conn, input)
        return writtenAnswer(ctx, contract, written, { status: created })
      },
    }),
    route<{ id: number }>({
      method: 'GET',
      path: '/proposal/document',
      summary: 'The proposal as one page for the customer, as a PDF that is not kept',
      policy: { from: 'user' },
      sends: 'application/pdf',
      target: proposal,
      input: z.object({ id: idSchema }),
      run: async (ctx, { id }) => {
        const facts = await ctx.database.read(scopeOf(ctx), async (conn) => {
          const found = await selectOne(conn, proposal, id, ctx.actor, catalogue.lookup)
          if (!found) throw notFound(proposal)
          return factsOfProposal(ctx, conn, found.row)
        })
        const document = proposalDocument(facts)
        return pdfAnswer(await renderPdf(document), `Proposal ${document.reference}`)
      },
    }),
  ]
}

async function pricedValues(ctx: Context, conn: Conn, row: Stored<typeof proposal>) {
  const schema = z.object({ candidate_rates: candidateRates })
  const sent = { candidate_rates: row.candidate_rates ?? [] }
  const { candidate_rates } = validate(schema, sent, proposal)
  const priced = await priceFor(ctx, conn, { ...row, candidate_rates })
  return { ...priced, priced_at: ctx.clock.now().toISOString() }
}

/** Prices are the server's own: they follow the row and make no new version of it. */
async function storePricing(ctx: Context, conn: Conn, row: Proposal): Promise<void> {
  const priced = await pricedValues(ctx, conn, row)
  await conn.query(
    `update proposals set current_cost = $2, candidate_cost = $3, saving_amount = $4,
       saving_percent = $5, pricing = $6, priced_at = $7, period_start = $8, period_end = $9
     where id = $1`,
    [
      row.id,
      priced.current_cost,
      priced.candidate_cost,
      priced.saving_amount,
      priced.saving_percent,
      JSON.stringify(priced.pricing),
      priced.priced_at,
      priced.period_start,
      priced.period_end,
    ],
  )
}
