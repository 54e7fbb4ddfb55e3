import { folderCalls } from '#domain/files/folder-calls.ts'
import { folderNamed } from '#server/files/folder-tree.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { storePapers } from './papers.ts'
import { playedRow } from './play-call.ts'

// As an office sorts its papers: by what they are, and what is many by whom it is of.
const tree: Record<string, readonly string[]> = {
  Agreements: ['Signed', 'To be signed'],
  Mail: [],
  Proofs: ['Direct debit forms', 'Identity'],
  Suppliers: ['Price lists', 'Terms'],
}

/** The folders an office starts with, and what lies in them. */
export async function storeFolders(ctx: Context, conn: Conn): Promise<void> {
  const folders = new Map<string, number>()
  for (const [name, inside] of Object.entries(tree)) {
    const parent_id = await folderNamed(ctx, conn, name, null)
    folders.set(name, parent_id)
    for (const inner of inside)
      folders.set(inner, await playedRow(ctx, conn, folderCalls.create, { name: inner, parent_id }))
  }
  await storePapers(ctx, conn, folders)
}
