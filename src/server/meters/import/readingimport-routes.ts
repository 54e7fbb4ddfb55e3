import { readingimportCalls, stagedreadingCalls } from '#domain/meters/readingimport-calls.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { fileForm } from '#server/kit/http/uploaded-file.ts'
import { createImport } from '#server/kit/import/create-import.ts'
import { importHandlers } from '#server/kit/import/import-handlers.ts'
import { stagedHandlers } from '#server/kit/import/staged-handlers.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { openReadings, readingImporter } from './reading-kind.ts'

const importForm = fileForm({
  file: 'content',
  maxBytes: 20 * 2 ** 20,
  nameField: 'file_name',
  json: ['mapping', 'again'],
})

/** Every call about files of readings and the pool their rows wait in. */
export function readingImportRoutes(catalogue: Catalogue): Route[] {
  return [
    ...serve(readingimportCalls, {
      ...importHandlers(readingImporter, catalogue),
      create: {
        receive: importForm,
        write: (ctx, conn, { content: upload, format, ...sent }) => {
          const open = (text: string) => openReadings(text, format)
          return createImport(ctx, conn, readingImporter, {
            ...sent,
            field: 'content',
            upload,
            open,
          })
        },
      },
    }),
    ...serve(stagedreadingCalls, stagedHandlers(readingImporter, catalogue)),
  ]
}
