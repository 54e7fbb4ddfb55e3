import type { ImportSource } from '#domain/bank/bank-line.ts'
import {
  type BankImport,
  bankimport,
  type StagedBankLine,
  stagedbankline,
} from '#domain/bank/bankimport.ts'
import { bankimportCalls, stagedbanklineCalls } from '#domain/bank/bankimport-calls.ts'
import type { BankFileRow } from '#domain/bank/file/bank-file.ts'
import { bankColumns } from '#domain/bank/file/column-proposal.ts'
import { labelOf } from '#domain/kit/entity.ts'
import { forgetBank } from '#web/bank/bank-query.ts'
import { FileImport } from '#web/kit/import/file-import.tsx'
import type { ImportScreen } from '#web/kit/import/import-screen.ts'
import { attached, send } from '#web/kit/session/send.ts'
import { AccountField, type BankExtras } from './account-field.tsx'
import { BankFileFacts, BankLinesDone } from './bank-file-facts.tsx'
import { firstOfLines, lineTabs, takeableLines } from './line-verdicts.ts'
import { linePreview, readAs } from './read-as.ts'
import { LineState, poolColumns, wordsOfLine } from './staged-cells.tsx'

const template = `Date,Amount,Other party,Particulars,Code,Reference
05/11/2026,1628.45,Kauri Cafe Ltd,INV-1041,C-1007,Power Oct
06/11/2026,-12.50,Bank fee,,,
`

const layoutWords: Record<ImportSource, string> = {
  anz: 'ANZ',
  anz2: 'ANZ',
  asb: 'ASB',
  bnz: 'BNZ',
  westpac: 'Westpac',
  kiwibank: 'Kiwibank',
  tsb: 'TSB',
  ofx: 'OFX',
  camt053: 'camt.053',
  qif: 'QIF',
  generic: 'CSV',
  feed: 'the feed',
}

const halves: { [field: string]: string } = {
  amount_in: 'Money in',
  amount_out: 'Money out',
  account: 'Our account',
}

const statements: ImportScreen<BankImport, StagedBankLine, BankFileRow, BankExtras> = {
  batch: bankimport,
  row: stagedbankline,
  calls: {
    ...bankimportCalls,
    rows: stagedbanklineCalls.list,
    mend: stagedbanklineCalls.update,
    acceptRows: stagedbanklineCalls.accept,
    rejectRows: stagedbanklineCalls.reject,
  },
  made: { one: 'bank line', many: 'bank lines' },
  path: '/app/banktransactions/import',
  title: 'Import a statement',
  summary: 'A file from the bank. What is here already is known again, so days may overlap.',
  crumbs: [['Bank Transactions', '/app/banktransactions']],
  source: {
    hint: 'Drop the file of any New Zealand bank here: CSV, OFX, QIF or camt.053, up to 50,000 lines.',
    template,
    templateName: 'statement-template.csv',
    megabytes: 20,
  },
  formatOf: readAs,
  // The page of an import knows its layout, a file that was just chosen what it was read as.
  formatWords: (of: { format?: string; layout?: string }) =>
    layoutWords[(of.layout ?? of.format) as ImportSource] ?? 'a file of an unknown kind',
  columns: bankColumns,
  isMapped: (format) => format === 'generic',
  labelOf: (field) => halves[field] ?? labelOf(stagedbankline, field),
  preview: linePreview,
  extras: { initial: { bankaccount_id: null }, Fields: AccountField },
  send: async ({ file, mapping, extras }, key) => {
    const content = attached(new File([file.content], file.name))
    const bankaccount_id = extras.bankaccount_id ?? undefined
    const form = { file_name: file.name, mapping, bankaccount_id, content }
    return (await send(bankimportCalls.create, form, { key })).data
  },
  tabs: lineTabs,
  firstTab: firstOfLines,
  takeable: takeableLines,
  poolColumns,
  RowState: LineState,
  isTakeable: ({ row_status }) => row_status === 'new' || row_status === 'known',
  wordsOfRow: wordsOfLine,
  undo: {
    reason: 'needed',
    detail: 'Lines that another file holds as well stay with that one.',
    tick: {
      from: 'manager',
      name: 'unmatch',
      label: 'Take the matches off its lines too',
      description: 'Payments they made are cancelled. Lines of an agreed statement stay.',
    },
  },
  Waiting: BankFileFacts,
  Done: BankLinesDone,
  forget: forgetBank,
}

/** Files of banks: a new one, or one that was brought in before. */
export function Screen() {
  return <FileImport screen={statements} />
}
