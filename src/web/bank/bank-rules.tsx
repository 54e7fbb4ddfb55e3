import { bankrule } from '#domain/bank/bankrule.ts'
import { accountText } from '#domain/books/account-names.ts'
import type { RowCells } from '#web/kit/list/data-table.tsx'
import { ListScreen } from '#web/kit/list/list-screen.tsx'

const cells: RowCells = {
  account: ({ account }) => (account ? accountText(Number(account)) : '—'),
}

/** What lines are that no document explains. */
export function Screen() {
  return <ListScreen entity={bankrule} cells={cells} isKept />
}
