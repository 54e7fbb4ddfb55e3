import { contract } from '#domain/contracts/contract.ts'
import { contractDocument } from '#domain/contracts/contract-document.ts'
import { contractValues } from '#domain/contracts/contract-mail.ts'
import { formatPhone } from '#domain/kit/phone.ts'
import { Problem } from '#domain/kit/problem.ts'
import { drawPaper, inLook } from '#server/files/look-of.ts'
import { addressOf } from '#server/identity/mail-texts.ts'
import { makePublicLink } from '#server/identity/public-link.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { digestOf } from '#server/kit/print/render-pdf.ts'
import { transition } from '#server/kit/rows/transition.ts'
import type { Written } from '#server/kit/rows/write-row.ts'
import { refuseThreat } from '#server/messaging/checks/refuse-threat.ts'
import { queueLetter } from '#server/messaging/template/queue-letter.ts'
import { type FoundFacts, factsOfContract } from './contract-facts.ts'
import { DOCUMENT, withdrawDocuments } from './withdraw-documents.ts'

// Not in the specification: our choice. An offer is read within weeks; a forgotten one dies.
const LINK_DAYS = 60

export interface FrozenDocument {
  document_id: number
  document_version: number
  /** The secret of the link; it is known only now. */
  token: string
}

type NewDocument = [
  organisation_id: number | null,
  contract_id: number,
  document_version: number,
  content: string,
  pdf: Buffer,
  sha256: Buffer,
  sent_to: string,
  created_at: Date,
]

const KEEP = sql<{ id: number }, NewDocument>`
  insert into contract_documents
    (organisation_id, contract_id, document_version, content, pdf, sha256, sent_to, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`

/** Keeps the contract as it is now, byte for byte; what was offered before is withdrawn. */
export async function freezeDocument(
  ctx: Context,
  conn: Conn,
  facts: FoundFacts,
  { sent_to, isTrial = false }: { sent_to: string; isTrial?: boolean | undefined },
): Promise<FrozenDocument> {
  const document_version = facts.next_version
  const content = await inLook(conn, contractDocument({ ...facts, document_version }))
  const pdf = isTrial ? Buffer.alloc(0) : await drawPaper(conn, content)
  await withdrawDocuments(ctx, conn, facts.contract.id)
  const stored = await KEEP.one(
    conn,
    ctx.actor.organisation_id,
    facts.contract.id,
    document_version,
    JSON.stringify(content),
    pdf,
    digestOf(pdf),
    sent_to,
    ctx.clock.now(),
  )
  const document_id = stored?.id ?? 0
  const opens = { object_class: DOCUMENT, object_id: document_id, days: LINK_DAYS }
  return { document_id, document_version, token: await makePublicLink(ctx, conn, opens) }
}

interface OfferMail {
  version?: number | undefined
  /** Another address than the customer's own. */
  to?: string | undefined
  /** A line or two of the sender's own, for the mail. */
  message?: string | undefined
  /** Done in vain, to see what would leave: nothing is drawn. */
  isTrial?: boolean | undefined
  /** Only looked at: what speaks against it is shown with it. */
  isLook?: boolean | undefined
}

/** Offers the contract: the document is frozen and its link goes to the customer. */
export async function sendContract(
  ctx: Context,
  conn: Conn,
  id: number,
  { version, to, message, isTrial, isLook }: OfferMail = {},
): Promise<Written<typeof contract>> {
  return transition(ctx, conn, contract, 'send', { id, version }, async ({ row }) => {
    const facts = await factsOfContract(ctx, conn, row)
    const problems = problemsFor(facts, to)
    if (problems.length > 0) throw unready(problems)
    const address = to ?? facts.email ?? ''
    const { customer_id } = facts.contract
    const own = { kind: 'offer', customer_id, words: message, contact: address } as const
    if (!isLook) await refuseThreat(ctx, conn, own)
    const frozen = await freezeDocument(ctx, conn, facts, { sent_to: address, isTrial })
    await queueLetter(ctx, conn, {
      template: 'offer',
      values: offerValues(ctx, facts, frozen.token, message),
      record_id: id,
      customer_id,
      contract_id: id,
      to: address,
      key: `contract ${id} ${frozen.document_version}`,
    })
    return { sent_at: ctx.clock.now().toISOString(), document_version: frozen.document_version }
  })
}

const aboutAddress = ['no_email', 'opted_out']

/** What is missing; whoever names an address needs none of the customer's. */
export const problemsFor = ({ problems }: FoundFacts, to: string | undefined) =>
  problems.filter(({ code }) => !to || !aboutAddress.includes(code))

export function unready(problems: FoundFacts['problems']): Problem {
  const instead = problems.map(({ message }) => message).join(' ')
  return new Problem('notPossible', {
    fill: { action: 'send', reason: 'it is not complete', instead },
    info: { problems },
  })
}

/** What the letter of an offer says. */
export function offerValues(
  ctx: Context,
  facts: FoundFacts,
  token: string,
  message: string | undefined,
) {
  const { organisation, customer, contract: row, supplier, today } = facts
  return contractValues({
    broker: organisation.trading_name ?? organisation.name,
    contact: organisation.phone ? formatPhone(organisation.phone) : organisation.email,
    customer: customer.name,
    contract_number: row.contract_number ?? `${row.id}`,
    supplier: supplier?.name ?? null,
    date_start: row.date_start,
    // In the fragment, which reaches no log and no Referer.
    link: addressOf(ctx.config, `/contract/#${token}`),
    last_day: Temporal.PlainDate.from(today).add({ days: LINK_DAYS }).toString(),
    message,
  })
}
