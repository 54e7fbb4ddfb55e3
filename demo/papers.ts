import type { File } from '#domain/files/file.ts'
import { fileCalls } from '#domain/files/file-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { playedRow } from './play-call.ts'
import { withFile } from './sent-file.ts'

interface SignedPaper {
  contract_id: number
  contract_number: string
  pdf: Buffer
}

const SIGNED = sql<SignedPaper, []>`select d.contract_id, k.contract_number, d.accepted_pdf as pdf
  from contract_documents d join contracts k on k.id = d.contract_id
  where d.accepted_pdf is not null order by d.id limit 2`

const SUPPLIERS = sql<{ id: number; name: string }, []>`select id, name from suppliers
  where deleted_at is null order by id limit 2`

type Hung = Pick<File, 'name'> & Partial<Pick<File, 'reference_object' | 'reference_id' | 'notes'>>

/** The office's papers in their folders, each hanging on what it is about. */
export async function storePapers(
  ctx: Context,
  conn: Conn,
  folders: ReadonlyMap<string, number>,
): Promise<void> {
  const keep = (folder: string, content: string | Uint8Array, hung: Hung) =>
    withFile(ctx, content, (upload) =>
      playedRow(ctx, conn, fileCalls.upload, {
        ...hung,
        folder_id: folders.get(folder) ?? null,
        content: upload,
      }),
    )
  for (const { contract_id, contract_number, pdf } of await SIGNED.all(conn))
    await keep('Signed', pdf, {
      name: `Agreement ${contract_number}.pdf`,
      ...{ reference_object: 'contract', reference_id: contract_id },
    })
  for (const { id, name } of await SUPPLIERS.all(conn)) {
    const about = { reference_object: 'supplier' as const, reference_id: id }
    const prices = 'plan,daily charge,rate\nHousehold,1.20,0.2410\nBusiness,2.35,0.2185\n'
    const title = `${name}, from January 2027`
    await keep('Price lists', `${title}\n${prices}`, { name: `Prices of ${name}.csv`, ...about })
    const terms = `${name}\n\nBills are due on the 20th. Whoever pays by then keeps the discount.\n`
    await keep('Terms', terms, { name: `Terms of ${name}.txt`, ...about })
  }
  await keep('Direct debit forms', 'Form DD-1\nName\nAccount\nSignature\n', {
    name: 'Empty direct debit form.txt',
    notes: 'For customers who would rather write than type.',
  })
}
