import { contract } from '#domain/contracts/contract.ts'
import type { PublicContract } from '#domain/contracts/public-contract.ts'
import { publicContractCalls } from '#domain/contracts/public-contract-calls.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import type { PrintedDocument } from '#domain/kit/document.ts'
import type { Strokes } from '#domain/kit/drawing.ts'
import { formatPhone } from '#domain/kit/phone.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Broker, ShownLook } from '#domain/kit/shown.ts'
import { shownLookOf } from '#server/files/look-of.ts'
import {
  limitPublicLink,
  linkContext,
  openPublicLink,
  type PublicLink,
} from '#server/identity/public-link.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { pdfAnswer } from '#server/kit/print/pdf-answer.ts'
import { recordHistory } from '#server/kit/rows/history.ts'
import { acceptContract, momentInWords } from './accept-contract.ts'
import { DOCUMENT } from './withdraw-documents.ts'

type Signing = CheckedOf<typeof publicContractCalls.accept>

const headers = { 'x-robots-tag': 'noindex, nofollow' }

export const publicContractRoutes: Route[] = serve(publicContractCalls, {
  read: { run: readContract },
  readPdf: { run: readPdf },
  opened: { run: noteOpened },
  accept: { run: accept },
})

interface FoundDocument {
  id: number
  contract_id: number
  customer_id: number
  document_version: number
  contract_number: string
  content: PrintedDocument
  opened_at: string | null
  accepted_at: string | null
  accepted_name: string | null
  strokes: Strokes | null
  is_current: boolean
  broker: Broker
  look: ShownLook
  customer_name: string
}

const FIND = sql<Omit<FoundDocument, 'look'>, [document_id: number]>`
  select d.id, d.contract_id, k.customer_id, d.document_version, k.contract_number,
    d.content, d.opened_at, d.accepted_at, d.accepted_name, s.strokes, c.name as customer_name,
    k.contract_status = 'offered' and k.document_version = d.document_version
      and k.deleted_at is null and d.withdrawn_at is null as is_current,
    json_build_object('name', coalesce(o.trading_name, o.name), 'email', o.email,
      'phone', o.phone) as broker
  from contract_documents d
  join contracts k on k.id = d.contract_id
  join customers c on c.id = k.customer_id
  join organisations o on o.id = d.organisation_id
  left join signatures s on s.id = d.signature_id
  where d.id = $1`

async function findDocument(conn: Conn, link: PublicLink): Promise<FoundDocument> {
  const found = await FIND.one(conn, link.object_id)
  if (!found) throw new Problem('tokenInvalid')
  return { ...found, look: await shownLookOf(conn) }
}

function statusOf(found: FoundDocument): 'accepted' | 'open' | 'withdrawn' {
  if (found.accepted_at) return 'accepted'
  return found.is_current ? 'open' : 'withdrawn'
}

function answerOf(found: FoundDocument, link: PublicLink): PublicContract {
  const { broker, contract_number, document_version, accepted_at, accepted_name, strokes } = found
  const status = statusOf(found)
  return {
    status,
    look: found.look,
    broker: { ...broker, phone: broker.phone && formatPhone(broker.phone) },
    contract_number,
    document_version,
    customer_name: found.customer_name,
    // What was taken back is no longer anybody's offer to read.
    document: status === 'withdrawn' ? null : found.content,
    accepted_at,
    accepted_on: accepted_at && momentInWords(accepted_at),
    accepted_name,
    strokes,
    expires_at: link.expires_at,
  }
}

async function readContract(ctx: Context) {
  const link = await openPublicLink(ctx, DOCUMENT)
  const found = await ctx.database.read(scopeOf(linkContext(ctx, link, 'Customer')), (conn) =>
    findDocument(conn, link),
  )
  return { data: answerOf(found, link), headers }
}

const PDF = sql<{ pdf: Buffer }, [document_id: number]>`
  select coalesce(accepted_pdf, pdf) as pdf from contract_documents where id = $1`

async function readPdf(ctx: Context) {
  const link = await openPublicLink(ctx, DOCUMENT)
  const customer = linkContext(ctx, link, 'Customer')
  const { found, pdf } = await ctx.database.read(scopeOf(customer), async (conn) => {
    const row = await PDF.one(conn, link.object_id)
    return { found: await findDocument(conn, link), pdf: row?.pdf }
  })
  if (!pdf || statusOf(found) === 'withdrawn') throw new Problem('tokenInvalid')
  const name = `Contract ${found.contract_number}, version ${found.document_version}`
  return { ...pdfAnswer(pdf, name), headers }
}

const NOTE_OPENED = sql<
  { contract_id: number; customer_id: number; name: string },
  [document_id: number, opened_at: Date]
>`update contract_documents d set opened_at = $2
  from contracts k join customers c on c.id = k.customer_id
  where d.id = $1 and d.opened_at is null and k.id = d.contract_id
  returning d.contract_id, k.customer_id, c.name`

async function noteOpened(ctx: Context) {
  const link = await openPublicLink(ctx, DOCUMENT)
  // Staff who look at what they sent are not the customer.
  if (!ctx.guest) return { data: null }
  const customer = linkContext(ctx, link, 'Customer')
  await ctx.database.write(scopeOf(customer), async (conn) => {
    const first = await NOTE_OPENED.one(conn, link.object_id, ctx.clock.now())
    if (!first) return
    const { contract_id: object_id, customer_id, name } = first
    const opening = { object_class: contract.name, object_id, customer_id, action: 'opened' }
    await recordHistory(conn, linkContext(ctx, link, name), opening)
  })
  return { data: null }
}

async function accept(ctx: Context, input: Signing) {
  const link = await openPublicLink(ctx, DOCUMENT)
  await limitPublicLink(ctx, link, 'contract_accept', 20)
  const customer = linkContext(ctx, link, input.name)
  const found = await ctx.database.write(scopeOf(customer), (conn) =>
    acceptOnce(customer, conn, link, input),
  )
  return { data: answerOf(found, link), message: 'Thank you. The contract is accepted.', headers }
}

const HOLD_CONTRACT = sql<never, [document_id: number]>`
  select 1 from contracts where id = (select contract_id from contract_documents where id = $1)
  for update`

/** Accepting twice is accepting once: the second time the first acceptance is answered. */
async function acceptOnce(
  ctx: Context,
  conn: Conn,
  link: PublicLink,
  { name, signature_type, strokes }: Signing,
): Promise<FoundDocument> {
  // Whoever accepts or changes the same contract at the same moment waits here.
  await HOLD_CONTRACT.run(conn, link.object_id)
  const before = await findDocument(conn, link)
  if (before.accepted_at) return before
  if (!before.is_current) throw new Problem('tokenInvalid')
  const given = { name, signature: { signature_type, strokes } }
  try {
    await acceptContract(ctx, conn, before.contract_id, given)
  } catch (error) {
    if (!(error instanceof Problem) || error.problem !== 'notPossible') throw error
    throw new Problem('notPossible', { message: overlapWords(before), info: {} })
  }
  return findDocument(conn, link)
}

/** The customer hears of another contract on the connection, and nothing of whose it is. */
function overlapWords({ broker }: FoundDocument): string {
  const contact = broker.phone ? formatPhone(broker.phone) : broker.email
  return `This contract can’t start yet: another one still runs for the same connection and days. Please ask ${broker.name}${contact ? ` (${contact})` : ''}.`
}
