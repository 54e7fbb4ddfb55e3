import { type Contract, contract } from '#domain/contracts/contract.ts'
import type { contractCalls } from '#domain/contracts/contract-calls.ts'
import { signature } from '#domain/contracts/signature.ts'
import { businessToday, formatDayShort, formatTime } from '#domain/kit/calendar.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { type PrintedDocument, type Signature, withSignature } from '#domain/kit/document.ts'
import type { Strokes } from '#domain/kit/drawing.ts'
import { drawPaper } from '#server/files/look-of.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { transition } from '#server/kit/rows/transition.ts'
import { insertRow, type Written } from '#server/kit/rows/write-row.ts'
import { takeEffect } from './activate-contract.ts'
import { contractTurned } from './contract-followers.ts'
import { asOverlap } from './overlap.ts'

export interface ContractAcceptance {
  /** Who accepted, as signed. */
  name: string
  signature: { signature_type: 'typed' | 'drawn'; strokes?: Strokes | null | undefined }
  version?: number | undefined
  reason?: string | undefined
  /** How it came to us, printed under the signature; told by itself when the customer signs. */
  evidence?: string | undefined
}

/**
 * An offer that is accepted: signature, signed document and the contract's coming into force are
 * kept together or not at all. The customer's page and staff with a paper copy both end here.
 */
export async function acceptContract(
  ctx: Context,
  conn: Conn,
  id: number,
  acceptance: ContractAcceptance,
): Promise<Written<typeof contract>> {
  const { version, reason } = acceptance
  const despiteHolder = ctx.actor.via === 'customer'
  const written = await asOverlap(() =>
    transition(
      ctx,
      conn,
      contract,
      'accept',
      { id, version, reason, despiteHolder },
      async (now) => {
        await signDocument(ctx, conn, now.row, acceptance)
        const effect = await takeEffect(ctx, conn, now.row)
        const accepted_at = ctx.clock.now().toISOString()
        return { ...effect, accepted_at, accepted_by: acceptance.name }
      },
    ),
  )
  await contractTurned(ctx, conn, written.row, 'begun')
  return written
}

/** An offer that was accepted on paper or by phone, as staff note it. */
export function acceptOnPaper(
  ctx: Context,
  conn: Conn,
  { id, version, name, reason }: CheckedOf<typeof contractCalls.accept>,
): Promise<Written<typeof contract>> {
  const evidence = `Noted by ${ctx.actor.name}${reason ? `: ${reason}` : ''}`
  const typed = { signature_type: 'typed' } as const
  return acceptContract(ctx, conn, id, { name, version, reason, signature: typed, evidence })
}

interface OpenDocument {
  id: number
  content: PrintedDocument
  sha256: Buffer
}

const OPEN_DOCUMENT = sql<OpenDocument, [contract_id: number, document_version: number | null]>`
  select id, content, sha256 from contract_documents where contract_id = $1
    and document_version = $2 and withdrawn_at is null and accepted_at is null for update`

type AcceptedDocument = [
  id: number,
  accepted_at: Date,
  name: string,
  ip: string | null,
  user_agent: string | null,
  signature_id: number,
  pdf: Buffer,
]

const KEEP_ACCEPTED = sql<never, AcceptedDocument>`
  update contract_documents set accepted_at = $2, accepted_name = $3, accepted_ip = $4,
    accepted_user_agent = $5, signature_id = $6, accepted_pdf = $7 where id = $1`

async function signDocument(
  ctx: Context,
  conn: Conn,
  row: Pick<Contract, 'id' | 'document_version'>,
  acceptance: ContractAcceptance,
): Promise<void> {
  const document = await OPEN_DOCUMENT.one(conn, row.id, row.document_version)
  if (!document) throw notPossible('accept', 'no document is waiting to be accepted', 'Send it.')
  const { signature_type, strokes = null } = acceptance.signature
  // Where staff note it, their own address would say nothing of the customer.
  const isCustomer = ctx.actor.via === 'customer'
  const drawn = signature_type === 'drawn' ? strokes : null
  const kept = await insertRow(ctx, conn, signature, {
    name: acceptance.name,
    signature_type,
    strokes: drawn,
    contract_id: row.id,
  })
  const signed: Signature = {
    name: acceptance.name,
    at: momentInWords(ctx.clock.now().toISOString()),
    strokes: drawn,
    evidence: acceptance.evidence ?? evidenceOf(ctx, document.sha256),
  }
  const accepted_pdf = await drawPaper(conn, withSignature(document.content, signed))
  await KEEP_ACCEPTED.run(
    conn,
    document.id,
    ctx.clock.now(),
    acceptance.name,
    isCustomer ? ctx.request.ip : null,
    isCustomer ? ctx.request.userAgent : null,
    kept.id,
    accepted_pdf,
  )
}

/** 15 Nov 2026, 10:31 am on the clocks of the business. */
export function momentInWords(instant: string): string {
  return `${formatDayShort(businessToday(Temporal.Instant.from(instant)))}, ${formatTime(instant)}`
}

function evidenceOf(ctx: Context, sha256: Buffer): string {
  const how =
    ctx.actor.via === 'customer'
      ? `Accepted online from ${ctx.request.ip}`
      : `Acceptance recorded by ${ctx.actor.name}`
  return `${how}. SHA-256 of the document that was sent: ${sha256.toString('hex')}`
}
