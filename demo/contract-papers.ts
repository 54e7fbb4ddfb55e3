import type { Contract } from '#domain/contracts/contract.ts'
import { signature } from '#domain/contracts/signature.ts'
import { type PrintedDocument, withSignature } from '#domain/kit/document.ts'
import { momentInWords } from '#server/contracts/accept-contract.ts'
import { freezeDocument } from '#server/contracts/contract-document.ts'
import { factsOfContract } from '#server/contracts/contract-facts.ts'
import { drawPaper } from '#server/files/look-of.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { PlannedContract } from './contract-rows.ts'
import { type DemoActor, type DemoRow, storeRows, type Target } from './store-rows.ts'

// Drawing a page takes time, and one look at each kind is enough.
const ACCEPTED = 2

/** The documents of all offers and of the latest contracts that customers have signed. */
export async function storePapers(
  at: (now: Date) => Context,
  target: Target,
  contracts: readonly PlannedContract[],
  ids: readonly number[],
): Promise<void> {
  const all = contracts.map((planned, place) => ({ planned, id: ids[place] ?? 0 }))
  const offered = all.filter(({ planned }) => planned.term.status === 'offered')
  const signed = all
    .filter(({ planned }) => planned.term.status === 'active' && planned.customer.input.email)
    .sort((a, b) => acceptedAt(b.planned).localeCompare(acceptedAt(a.planned)))
    .slice(0, Math.min(ACCEPTED, offered.length))
  for (const { planned, id } of [...offered, ...signed]) {
    const ctx = at(new Date(String(planned.row.kept?.sent_at)))
    // A planned contract has every column that its document tells of.
    const row = { ...planned.row.input, ...planned.row.kept, id } as Contract
    const facts = await factsOfContract(ctx, target.conn, row)
    await freezeDocument(ctx, target.conn, facts, { sent_to: facts.email ?? '' })
  }
  for (const { planned, id } of signed) await sign(target, planned, id)
}

const acceptedAt = ({ row }: PlannedContract) => String(row.kept?.accepted_at ?? '')

async function sign(target: Target, { row }: PlannedContract, contract_id: number): Promise<void> {
  const { conn } = target
  const name = String(row.kept?.accepted_by)
  const accepted_at = String(row.kept?.accepted_at)
  const at = new Date(accepted_at)
  const [signature_id] = await storeRows(target, signature, [
    {
      input: { name, signature_type: 'typed' },
      kept: { contract_id },
      at,
      actor: { id: null, name, isCustomer: true },
    },
  ])
  const [document] = await conn.query<{ id: number; content: PrintedDocument; hash: string }>(
    `select id, content, encode(sha256, 'hex') as hash from contract_documents
     where contract_id = $1`,
    [contract_id],
  )
  if (!document) throw new Error('The signed document was never sent.')
  const ip = '203.0.113.24'
  const accepted_pdf = await drawPaper(
    conn,
    withSignature(document.content, {
      name,
      at: momentInWords(accepted_at),
      strokes: null,
      evidence: `Accepted online from ${ip}. SHA-256 of the document that was sent: ${document.hash}`,
    }),
  )
  await conn.query(
    `update contract_documents set accepted_at = $2, accepted_name = $3, accepted_ip = $4,
       signature_id = $5, accepted_pdf = $6, opened_at = $2 where id = $1`,
    [document.id, at, name, ip, signature_id, accepted_pdf],
  )
}

/** What staff put under letters. */
export async function storeSignatures(target: Target, people: readonly DemoActor[]): Promise<void> {
  const rows = people
    .filter((person) => person.id !== null)
    .map(
      (person): DemoRow => ({
        input: { name: person.name, signature_type: 'typed', is_default: true },
        kept: { user_id: person.id },
        at: new Date('2024-10-20T21:00:00Z'),
        actor: person,
      }),
    )
  await storeRows(target, signature, rows)
}
