import { billColumns } from '#domain/bills/bill-file-columns.ts'
import { billimportCalls, stagedbilllineCalls } from '#domain/bills/billimport-calls.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { fileForm } from '#server/kit/http/uploaded-file.ts'
import { createImport } from '#server/kit/import/create-import.ts'
import { importHandlers } from '#server/kit/import/import-handlers.ts'
import { stagedHandlers } from '#server/kit/import/staged-handlers.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { supplierOf } from './bill-import-store.ts'
import { billImporter } from './bill-kind.ts'

const importForm = fileForm({
  file: 'content',
  maxBytes: 20 * 2 ** 20,
  nameField: 'file_name',
  json: ['mapping', 'again', 'supplier_id'],
})

/** Every call about files of suppliers' bills and the rows that wait. */
export function billImportRoutes(catalogue: Catalogue): Route[] {
  return [
    ...serve(billimportCalls, {
      ...importHandlers(billImporter, catalogue),
      create: {
        receive: importForm,
        write: async (ctx, conn, { content: upload, supplier_id = null, ...sent }) => {
          const supplier = supplier_id === null ? null : await supplierOf(conn, supplier_id)
          // Some suppliers send a file twice as a matter of course.
          const again = sent.again ?? supplier?.allow_duplicate_file ?? false
          const open = () => ({ values: { supplier_id }, columns: billColumns })
          const file = { ...sent, again, field: 'content', upload, open }
          return createImport(ctx, conn, billImporter, file)
        },
      },
    }),
    ...serve(stagedbilllineCalls, stagedHandlers(billImporter, catalogue)),
  ]
}
