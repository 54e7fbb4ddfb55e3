import { folderCalls } from '#domain/files/folder-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { playedRow } from './play-call.ts'

// As an office sorts its papers: by what they are, and what is many by whom it is of.
const tree: Record<string, readonly string[]> = {
  Agreements: ['Signed', 'To be signed'],
  Mail: [],
  Proofs: ['Direct debit forms', 'Identity'],
  Suppliers: ['Price lists', 'Terms'],
}

/** The folders an office starts with. */
export async function storeFolders(ctx: Context, conn: Conn): Promise<void> {
  for (const [name, inside] of Object.entries(tree)) {
    const parent_id = await playedRow(ctx, conn, folderCalls.create, { name })
    for (const inner of inside)
      await playedRow(ctx, conn, folderCalls.create, { name: inner, parent_id })
  }
}
