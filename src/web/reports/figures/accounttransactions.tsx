import { accounttransaction } from '#domain/books/transaction.ts'
import { pathOfRow } from '#domain/kit/entity-paths.ts'
import type { DataRow } from '#web/kit/list/data-table.tsx'
import { ListScreen } from '#web/kit/list/list-screen.tsx'

const entryPath = (row: DataRow) =>
  pathOfRow('transaction', Number(row.transaction_id)) ?? '/app/transactions'

/** The books line by line: debits above zero, credits below. */
export function Screen() {
  return <ListScreen entity={accounttransaction} openPath={entryPath} isKept isReadOnly />
}
