import type { AccountantDocument } from '#domain/exports/accountant-document.ts'
import type { MarkedDocument } from '#domain/exports/accountantfile-calls.ts'
import { toDecimalString } from '#domain/kit/money.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'

/** A file as it was made. */
export interface KeptText {
  name: string
  content: string
}

const KEEP = sql<
  never,
  [id: number, names: readonly string[], contents: readonly string[]]
>`insert into accountantfile_texts (organisation_id, accountantfile_id, place, name, content)
  select scope_organisation(), $1, t.place, t.name, t.content
  from unnest($2::text[], $3::text[]) with ordinality as t (name, content, place)`

export async function keepTexts(conn: Conn, id: number, texts: readonly KeptText[]): Promise<void> {
  const names = texts.map(({ name }) => name)
  await KEEP.run(
    conn,
    id,
    names,
    texts.map(({ content }) => content),
  )
}

const TEXTS = sql<KeptText, [id: number]>`select name, content from accountantfile_texts
  where accountantfile_id = $1 order by place`

export const keptTexts = (conn: Conn, id: number) => TEXTS.all(conn, id)

const MARK = sql<
  never,
  [id: number, target: string, documents: string]
>`insert into accountantfile_documents (organisation_id, accountantfile_id, target, transaction_id,
    number, party, document_date, amount, net_amount)
  select scope_organisation(), $1, $2, d.transaction_id, d.number, d.party, d.document_date,
    d.amount, d.net_amount
  from jsonb_populate_recordset(null::accountantfile_documents, $3::jsonb) d`

/** From here on they are known to have been exported, when, and in which file. */
export async function markDocuments(
  conn: Conn,
  id: number,
  target: string,
  documents: readonly AccountantDocument[],
): Promise<void> {
  const marks = documents.map((one) => ({
    transaction_id: one.id,
    number: one.number,
    party: one.name,
    document_date: one.date,
    amount: toDecimalString(one.total),
    net_amount: toDecimalString(one.net),
  }))
  await MARK.run(conn, id, target, JSON.stringify(marks))
}

const MARKED = sql<
  MarkedDocument,
  [id: number]
>`select transaction_id, number, party, document_date, amount::text as amount
  from accountantfile_documents where accountantfile_id = $1 order by id limit 1000`

export const markedDocuments = (conn: Conn, id: number) => MARKED.all(conn, id)
