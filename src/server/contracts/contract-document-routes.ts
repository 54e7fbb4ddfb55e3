import { contract } from '#domain/contracts/contract.ts'
import type { contractCalls, DocumentVersion } from '#domain/contracts/contract-calls.ts'
import { contractDocument } from '#domain/contracts/contract-document.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { Problem } from '#domain/kit/problem.ts'
import { drawPaper, inLook } from '#server/files/look-of.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { pdfAnswer } from '#server/kit/print/pdf-answer.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { selectOne } from '#server/kit/rows/store.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { factsOfContract } from './contract-facts.ts'
import { DOCUMENT } from './withdraw-documents.ts'

/** What staff see of a contract's documents. */
export function documentHandlers(catalogue: Catalogue) {
  const factsNow = (ctx: Context, id: number) =>
    ctx.database.read(scopeOf(ctx), (conn) => currentFacts(ctx, conn, id, catalogue))
  return {
    preview: {
      run: async (ctx: Context, { id }: CheckedOf<typeof contractCalls.preview>) => {
        const facts = await factsNow(ctx, id)
        const words = contractDocument({ ...facts, document_version: facts.next_version })
        const bytes = await ctx.database.read(scopeOf(ctx), async (conn) =>
          drawPaper(conn, await inLook(conn, words)),
        )
        return pdfAnswer(bytes, `${words.footer} preview`)
      },
    },
    document: { run: storedDocument },
    documents: { run: listDocuments },
  }
}

async function currentFacts(ctx: Context, conn: Conn, id: number, catalogue: Catalogue) {
  const found = await selectOne(conn, contract, id, ctx.actor, catalogue.lookup)
  if (!found) throw notFound(contract)
  return factsOfContract(ctx, conn, found.row)
}

const NEWEST = sql<
  { document_version: number; pdf: Buffer; contract_number: string },
  [contract_id: number, document_version: number | null]
>`select d.document_version, coalesce(d.accepted_pdf, d.pdf) as pdf, k.contract_number
  from contract_documents d join contracts k on k.id = d.contract_id
  where d.contract_id = $1 and ($2::int is null or d.document_version = $2::int)
  order by d.document_version desc limit 1`

async function storedDocument(
  ctx: Context,
  { id, version }: CheckedOf<typeof contractCalls.document>,
) {
  const row = await ctx.database.read(scopeOf(ctx), (conn) => NEWEST.one(conn, id, version ?? null))
  if (!row) throw new Problem('notFound', { fill: { what: 'document' } })
  return pdfAnswer(row.pdf, `Contract ${row.contract_number}, version ${row.document_version}`)
}

const VERSIONS = sql<DocumentVersion, [contract_id: number]>`
  select d.id, d.document_version, d.created_at, d.sent_to, d.opened_at, d.accepted_at,
    d.accepted_name, d.withdrawn_at, encode(d.sha256, 'hex') as sha256,
    (select max(l.expires_at) from public_links l where l.organisation_id = d.organisation_id
      and l.object_class = ${DOCUMENT} and l.object_id = d.id
      and l.revoked_at is null) as link_expires_at
  from contract_documents d where d.contract_id = $1 order by d.document_version desc`

async function listDocuments(ctx: Context, { id }: CheckedOf<typeof contractCalls.documents>) {
  const rows = await ctx.database.read(scopeOf(ctx), (conn) => VERSIONS.all(conn, id))
  return { data: rows }
}
