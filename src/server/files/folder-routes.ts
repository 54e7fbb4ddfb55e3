import { folder } from '#domain/files/folder.ts'
import { folderCalls } from '#domain/files/folder-calls.ts'
import { created, deleted, updated } from '#domain/kit/problem.ts'
import { plural } from '#domain/kit/wording.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { removeFolder, restoreFolder } from './folder-content.ts'
import { lockTree, refuseBadPlace } from './folder-tree.ts'

/** Every call about folders. */
export function folderRoutes(catalogue: Catalogue): Route[] {
  return serve(folderCalls, {
    ...folderVerbs(catalogue),
    remove: {
      write: async (ctx, conn, input) => {
        const info = await removeFolder(ctx, conn, catalogue, input)
        return { status: deleted, data: { id: input.id }, info, message: 'Folder deleted.' }
      },
    },
  })
}

function folderVerbs(catalogue: Catalogue) {
  return verbHandlers(folder, catalogue, {
    create: async (ctx, conn, input) => {
      await lockTree(ctx, conn)
      await checkAgainstOthers(ctx, conn, folder, input, catalogue)
      await refuseBadPlace(ctx, conn, { id: null, parent_id: input.parent_id ?? null })
      const written = await insertRow(ctx, conn, folder, input)
      return writtenAnswer(ctx, folder, written, { status: created })
    },
    update: async (ctx, conn, input) => {
      await lockTree(ctx, conn)
      const written = await reviseRow(ctx, conn, folder, input, {
        rights: () => {},
        others: async (before) => {
          await checkAgainstOthers(ctx, conn, folder, input, catalogue, before)
          const { id, parent_id = null } = { ...before, ...input }
          if (parent_id !== before.parent_id) await refuseBadPlace(ctx, conn, { id, parent_id })
        },
      })
      return writtenAnswer(ctx, folder, written, { status: updated })
    },
    remove: async (ctx, conn, input) => {
      await removeFolder(ctx, conn, catalogue, input)
      return { status: deleted, data: { id: input.id }, message: 'Folder deleted.' }
    },
    restore: async (ctx, conn, { id }) => {
      const { written, restored, refused } = await restoreFolder(ctx, conn, catalogue, id)
      const answer = writtenAnswer(ctx, folder, written, { status: 200 })
      const files = restored > 0 ? ` with ${plural(restored, 'file', 'files')}` : ''
      const left = refused.length > 0 ? `, ${refused.length} left out` : ''
      const message = `Folder restored${files}${left}.`
      return { ...answer, info: { ...answer.info, refused }, message }
    },
  })
}
