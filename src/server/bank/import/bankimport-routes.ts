import { atLeast } from '#domain/access/role.ts'
import { bankimportCalls, stagedbanklineCalls } from '#domain/bank/bankimport-calls.ts'
import { bankColumns } from '#domain/bank/file/column-proposal.ts'
import { accountOfFile, type OwnAccount } from '#domain/bank/file/one-account.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField, Problem } from '#domain/kit/problem.ts'
import { waitLong } from '#server/kit/apart/run-apart.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, todayOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { fileForm, uploadedText } from '#server/kit/http/uploaded-file.ts'
import { createImport } from '#server/kit/import/create-import.ts'
import { importHandlers } from '#server/kit/import/import-handlers.ts'
import { stagedHandlers } from '#server/kit/import/staged-handlers.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { allOf, bankImporter } from './bank-kind.ts'
import { readApart } from './read-apart.ts'

const importForm = fileForm({
  file: 'content',
  maxBytes: 20 * 2 ** 20,
  nameField: 'file_name',
  json: ['mapping'],
})

/** Every call about files of banks and the rows that wait of them. */
export function bankImportRoutes(catalogue: Catalogue): Route[] {
  const handlers = importHandlers(bankImporter, catalogue)
  return [
    ...serve(bankimportCalls, {
      ...handlers,
      create: { receive: importForm, write: takeFile },
      undo: {
        write: async (ctx, conn, asked) => {
          if (asked.unmatch && !atLeast(ctx.actor.role, 'manager')) throw new Problem('forbidden')
          return handlers.undo.write(ctx, conn, asked)
        },
      },
    }),
    ...serve(stagedbanklineCalls, stagedHandlers(bankImporter, catalogue)),
  ]
}

interface Own extends OwnAccount {
  is_closed: boolean
}

const ACCOUNTS = sql<Own>`
  select id, bank_account_number, is_closed from bankaccounts where deleted_at is null order by id`

async function takeFile(ctx: Context, conn: Conn, sent: CheckedOf<typeof bankimportCalls.create>) {
  const { content: upload, file_name, bankaccount_id, layout, mapping } = sent
  const text = await uploadedText(upload)
  const today = todayOf(ctx)
  await waitLong(conn)
  const read = await readApart(text, { today, layout, mapping })
  const file = 'file' in read ? read.file : null
  const account = accountFor(await ACCOUNTS.all(conn), file?.account ?? null, bankaccount_id)
  const values = {
    layout: file?.layout ?? ('generic' as const),
    bankaccount_id: account,
    received_date: today,
    period_from: file?.period_from ?? null,
    period_to: file?.period_to ?? null,
    opening_balance: file?.opening_balance ?? null,
    closing_balance: file?.closing_balance ?? null,
  }
  const columns = values.layout === 'generic' ? bankColumns : null
  const open = () => ({ values, columns, read: file && allOf(file) })
  return createImport(ctx, conn, bankImporter, {
    field: 'content',
    upload,
    file_name,
    mapping,
    open,
  })
}

/** A file comes to an account of ours that is open. */
function accountFor(own: readonly Own[], said: string | null, chosen: number | undefined): number {
  const id = accountOfFile(said, own, chosen ?? null)
  const account = own.find((one) => one.id === id)
  if (!account) throw badField('bankaccount_id', 'Choose an account from the list.')
  if (account.is_closed) throw badField('bankaccount_id', 'That account is closed.')
  return id
}
