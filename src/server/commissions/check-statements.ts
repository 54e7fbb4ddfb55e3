import { commissionstatement } from '#domain/commissions/commissionstatement.ts'
import { type StatementProof, wrongIn } from '#domain/commissions/statement-proof.ts'
import type { FoundViolation } from '#server/books/invariants-check.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { fragment, sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import { digestOf } from '#server/kit/print/render-pdf.ts'
import { notFound } from '#server/kit/rows/written-answer.ts'
import { PDF, PDF_DIGEST, SENT } from './kept-paper.ts'

interface KeptStatement {
  id: number
  statement_number: string
  hash: string
  total: string
  to_pay: string
  previous_hash: string
  /** The hash of the partner's statement before this one. */
  hash_before: string | null
  proof: string
  /** None while it is being drawn. */
  pdf: Buffer | null
  sha256: Buffer | null
  is_late: boolean
  stated: string | null
  statement_status: string
  sum: string
}

// So long after it was sent a paper is there, whatever happened to the server meanwhile.
const LATE = fragment`interval '1 day'`

const KEPT = fragment`select s.id, s.statement_number, s.hash, s.total::text, s.to_pay::text,
    coalesce(s.previous_hash, '') as previous_hash, s.sum::text, s.statement_status,
    (select b.hash from commissionstatements b where b.partner_id = s.partner_id and b.id < s.id
      and b.hash is not null order by b.id desc limit 1) as hash_before, d.proof,
    ${PDF}, ${PDF_DIGEST}, s.sent_at < now() - ${LATE} as is_late,
    (select sum(c.amount)::text from commissions c where c.statement_id = s.id) as stated
  from ${SENT} join commissionstatements s on s.id = d.statement_id`

const ONE = sql<KeptStatement, [id: number]>`${KEPT} where s.id = $1`
const AFTER = sql<KeptStatement, [id: number, most: number]>`
  ${KEPT} where s.id > $1 order by s.id limit $2`

/** What is wrong with a statement that was sent: its bytes, hash, chain, sums or entries. */
function wrongWith(kept: KeptStatement): string[] {
  const wrong: string[] = []
  const { proof, hash, previous_hash, hash_before } = kept
  if (digestOf(Buffer.from(proof)).toString('hex') !== hash)
    wrong.push('The statement was changed after it was sent: its bytes have another digest.')
  wrong.push(...wrongPaper(kept))
  if (previous_hash !== (hash_before ?? ''))
    wrong.push('It does not follow the statement before it: the chain is broken.')
  // Written by us, and its digest was looked at above.
  const told = JSON.parse(proof) as StatementProof
  wrong.push(...wrongIn(told))
  if (told.total !== kept.total || told.to_pay !== kept.to_pay)
    wrong.push('Its amounts here are not those that were sent.')
  if (told.previous !== previous_hash)
    wrong.push('It names another one before it than it was sent with.')
  if (kept.statement_status !== 'cancelled' && (kept.stated ?? '0.00') !== kept.sum)
    wrong.push(`Its earnings come to ${kept.stated ?? '0.00'}, not ${kept.sum}.`)
  return wrong
}

function wrongPaper({ pdf, sha256, is_late }: KeptStatement): string[] {
  if (!pdf || !sha256)
    return is_late ? ['Its PDF was never drawn, and its mail waits for it: send it again.'] : []
  return digestOf(pdf).equals(sha256) ? [] : ['Its PDF was changed after it was sent.']
}

/** Reads a statement again, as somebody who doubts it. */
export async function verifyStatement(ctx: Context, { id }: { id: number }) {
  const kept = await ctx.database.read(scopeOf(ctx), (conn) => ONE.one(conn, id))
  if (!kept) throw notFound(commissionstatement)
  return { data: { wrong: wrongWith(kept) } }
}

const AT_ONCE = 200
const MOST = 50

/** Every statement that was ever sent, each night. */
export async function checkStatements(conn: Pick<Conn, 'query'>): Promise<FoundViolation[]> {
  const found: FoundViolation[] = []
  for (let after = 0; found.length < MOST; ) {
    const some = await AFTER.all(conn, after, AT_ONCE)
    for (const kept of some)
      for (const detail of wrongWith(kept))
        found.push({ customer_id: null, detail: `${kept.statement_number}: ${detail}` })
    after = some.at(-1)?.id ?? after
    if (some.length < AT_ONCE) break
  }
  return found
}
