import { z } from 'zod'
import { contract } from '#domain/contracts/contract.ts'
import { contractDocument } from '#domain/contracts/contract-document.ts'
import { empty, Problem } from '#domain/kit/problem.ts'
import { idSchema } from '#domain/kit/schema.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { type Route, route } from '#server/kit/http/route.ts'
import { pdfAnswer } from '#server/kit/print/pdf-answer.ts'
import { renderPdf } from '#server/kit/print/render-pdf.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { selectOne } from '#server/kit/rows/store.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { factsOfContract } from './contract-facts.ts'

const preview = (catalogue: Catalogue) =>
  route<{ id: number }>({
    method: 'GET',
    path: '/contract/preview',
    summary: 'The contract’s document as it would be sent now, as a PDF that is not kept',
    policy: { from: 'user' },
    sends: 'application/pdf',
    target: contract,
    input: z.object({ id: idSchema }),
    run: async (ctx, { id }) => {
      const facts = await ctx.database.read(scopeOf(ctx), (conn) =>
        currentFacts(ctx, conn, id, catalogue),
      )
      const document = contractDocument({ ...facts, document_version: facts.next_version })
      return pdfAnswer(await renderPdf(document), `${document.footer} preview`)
    },
  })

const problems = (catalogue: Catalogue) =>
  route<{ id: number }>({
    method: 'GET',
    path: '/contract/problems',
    summary: 'What is missing before the contract can be sent, and where it would go',
    policy: { from: 'user' },
    target: contract,
    input: z.object({ id: idSchema }),
    run: async (ctx, { id }) => {
      const facts = await ctx.database.read(scopeOf(ctx), (conn) =>
        currentFacts(ctx, conn, id, catalogue),
      )
      const info = { to: facts.email, next_version: facts.next_version }
      if (facts.problems.length === 0) return { status: empty, data: [], info }
      return { data: facts.problems, info }
    },
  })

async function currentFacts(ctx: Context, conn: Conn, id: number, catalogue: Catalogue) {
  const found = await selectOne(conn, contract, id, ctx.actor, catalogue.lookup)
  if (!found) throw notFound(contract)
  return factsOfContract(ctx, conn, found.row)
}

const stored = route<{ id: number; version?: number | undefined }>({
  method: 'GET',
  path: '/contract/document',
  summary: 'A document as it was sent, or as it was accepted; the newest unless a version is named',
  policy: { from: 'user' },
  sends: 'application/pdf',
  target: contract,
  input: z.object({ id: idSchema, version: idSchema.optional() }),
  run: async (ctx, { id, version }) => {
    const [row] = await ctx.database.read(scopeOf(ctx), (conn) =>
      conn.query<{ document_version: number; pdf: Buffer; contract_number: string }>(
        `select d.document_version, coalesce(d.accepted_pdf, d.pdf) as pdf, k.contract_number
         from contract_documents d join contracts k on k.id = d.contract_id
         where d.contract_id = $1 and ($2::int is null or d.document_version = $2::int)
         order by d.document_version desc limit 1`,
        [id, version ?? null],
      ),
    )
    if (!row) throw new Problem('notFound', { fill: { what: 'document' } })
    return pdfAnswer(row.pdf, `Contract ${row.contract_number}, version ${row.document_version}`)
  },
})

const versions = route<{ id: number }>({
  method: 'GET',
  path: '/contract/documents',
  summary: 'The versions of a contract’s document and what became of each, newest first',
  policy: { from: 'user' },
  target: contract,
  input: z.object({ id: idSchema }),
  run: async (ctx, { id }) => {
    const rows = await ctx.database.read(scopeOf(ctx), (conn) =>
      conn.query(
        `select d.id, d.document_version, d.created_at, d.sent_to, d.opened_at, d.accepted_at,
           d.accepted_name, d.withdrawn_at, encode(d.sha256, 'hex') as sha256,
           (select max(l.expires_at) from public_links l where l.organisation_id = d.organisation_id
             and l.object_class = 'contract_document' and l.object_id = d.id
             and l.revoked_at is null) as link_expires_at
         from contract_documents d where d.contract_id = $1 order by d.document_version desc`,
        [id],
      ),
    )
    return rows.length > 0 ? { data: rows } : { status: empty, data: [] }
  },
})

/** What staff see of a contract's documents. */
export function contractDocumentRoutes(catalogue: Catalogue): Route[] {
  return [preview(catalogue), problems(catalogue), stored, versions]
}
