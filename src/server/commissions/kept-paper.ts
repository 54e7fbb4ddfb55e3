import type { StatementPaper } from '#domain/commissions/statement-document.ts'
import { proofText } from '#domain/commissions/statement-proof.ts'
import type { PrintedDocument } from '#domain/kit/document.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { digestOf } from '#server/kit/print/render-pdf.ts'

/** What was sent, with its paper: drawn as it was sent, or by a job soon after. */
export const SENT = fragment`commission_documents d left join commission_papers l
  on l.organisation_id = d.organisation_id and l.statement_id = d.statement_id`
export const PDF = fragment`coalesce(d.pdf, l.pdf) as pdf`
export const PDF_DIGEST = fragment`coalesce(d.sha256, l.sha256) as sha256`

const KEEP = sql<
  never,
  [
    organisation_id: number | null,
    statement_id: number,
    proof: string,
    content: string,
    pdf: Buffer | null,
    sha256: Buffer | null,
  ]
>`insert into commission_documents (organisation_id, statement_id, proof, content, pdf, sha256)
  values ($1, $2, $3, $4, $5, $6)`

/** Keeps what is sent byte for byte; without a paper, that is drawn later. */
export async function keepSent(
  conn: Conn,
  { id, organisation_id }: { id: number; organisation_id: number | null },
  { proof }: Pick<StatementPaper, 'proof'>,
  { content, pdf }: { content: PrintedDocument; pdf: Buffer | null },
): Promise<void> {
  const digest = pdf && digestOf(pdf)
  await KEEP.run(conn, organisation_id, id, proofText(proof), JSON.stringify(content), pdf, digest)
}

const KEEP_LATER = sql<{ statement_id: number }, [id: number, pdf: Buffer, sha256: Buffer]>`
  insert into commission_papers (organisation_id, statement_id, pdf, sha256)
  values (scope_organisation(), $1, $2, $3) on conflict do nothing returning statement_id`

/** Keeps a paper that was drawn after its statement was sent; false where it is there already. */
export async function keepDrawn(conn: Conn, id: number, pdf: Buffer): Promise<boolean> {
  return (await KEEP_LATER.one(conn, id, pdf, digestOf(pdf))) !== undefined
}

const UNDRAWN = sql<{ content: PrintedDocument }, [id: number]>`
  select d.content from ${SENT} where d.statement_id = $1 and coalesce(d.pdf, l.pdf) is null`

/** The page of a statement whose paper is still to be drawn. */
export const undrawnPage = async (conn: Conn, id: number): Promise<PrintedDocument | null> =>
  (await UNDRAWN.one(conn, id))?.content ?? null

const PAPER = sql<{ pdf: Buffer | null }, [statement_id: number]>`
  select ${PDF} from ${SENT} where d.statement_id = $1`

/** The paper as it was sent; 476 while it is being drawn. */
export async function sentPaper(conn: Conn, id: number): Promise<Buffer> {
  const kept = await PAPER.one(conn, id)
  if (!kept) throw new Error(`Statement ${id} was not kept.`)
  if (kept.pdf) return kept.pdf
  const reason = 'its PDF is still being drawn'
  const fill = { action: 'download', reason, instead: 'Try again in a moment.' }
  throw new Problem('notPossible', { fill })
}
