import { accountText } from '#domain/books/account-names.ts'
import { type CsvCell, csvText, harmless } from '#domain/kit/csv-writer.ts'
import { sumCents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { humanise } from '#domain/kit/wording.ts'
import { type AccountantCodes, codeOf } from './account-codes.ts'
import type { AccountantDocument, BookedDocument, DocumentLine } from './accountant-document.ts'

/** How a file is written: with which codes, and GST within its amounts or beside them. */
export interface FileStyle {
  codes: AccountantCodes
  isInclusive: boolean
}

const address = ['EmailAddress', 'POAddressLine1', 'POAddressLine2', 'POAddressLine3']
const place = ['POAddressLine4', 'POCity', 'PORegion', 'POPostalCode', 'POCountry']
const tracking = ['TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2']

const salesColumns = [
  ...['*ContactName', ...address, ...place, '*InvoiceNumber', 'Reference', '*InvoiceDate'],
  ...['*DueDate', 'InventoryItemCode', '*Description', '*Quantity', '*UnitAmount', 'Discount'],
  ...['*AccountCode', '*TaxType', ...tracking, 'Currency', 'BrandingTheme'],
]
const billColumns = [
  ...['*ContactName', ...address, ...place, '*InvoiceNumber', '*InvoiceDate', '*DueDate', 'Total'],
  ...['InventoryItemCode', 'Description', '*Quantity', '*UnitAmount', '*AccountCode', '*TaxType'],
  ...['TaxAmount', ...tracking, 'Currency'],
]
const journalColumns = [
  ...['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount', ...tracking],
]
const myobSalesColumns = [
  ...['Co./Last Name', 'First Name', 'Invoice No.', 'Date', 'Customer PO', 'Description'],
  ...['Account No.', 'Amount', 'Inc-Tax Amount', 'GST Code', 'Journal Memo'],
]
// Without a number of its own, MYOB gives a purchase the next one; theirs is the supplier's.
const myobPurchaseColumns = [
  ...['Co./Last Name', 'First Name', 'Date', 'Supplier Invoice No.', 'Description'],
  ...['Account No.', 'Amount', 'Inc-Tax Amount', 'GST Code', 'GST Amount', 'Journal Memo'],
  'Purchase Status',
]

// Amounts alone may begin with a minus; all else is words.
const numbers = new Set(['*Quantity', '*UnitAmount', '*Amount', 'Total', 'TaxAmount'])
const columnsOf = (names: readonly string[]) =>
  names.map((name) => ({ name, isText: !numbers.has(name) }))

/** 18/11/2026, as it is written here. */
const dayOf = (day: string) => day.split('-').reverse().join('/')

const contact = ({ name, email, street, suburb, city, postcode, country }: AccountantDocument) => [
  ...[name ?? 'Unknown', email, street, suburb, null, null, city, null, postcode, country],
]

const wordsOf = (document: AccountantDocument, { account }: DocumentLine) =>
  `${accountText(account).replace(/^\d+ /, '')}, ${humanise(document.event)}`

const amountOf = ({ net, gst }: DocumentLine, { isInclusive }: FileStyle) =>
  toDecimalString(isInclusive ? sumCents([net, gst]) : net)

/** The sales invoices of a Xero import: a line for each account, the number repeated. */
export function xeroSales(documents: readonly AccountantDocument[], writing: FileStyle): string {
  const { codes } = writing
  const rows = documents.flatMap((one) =>
    one.lines.map((line): CsvCell[] => [
      ...contact(one),
      ...[one.number, one.reference, dayOf(one.date), dayOf(one.due_date ?? one.date), null],
      ...[wordsOf(one, line), 1, amountOf(line, writing), null, codeOf(codes, line.account)],
      ...[line.isTaxed ? codes.incomeTax : codes.noTax, null, null, null, null, 'NZD', null],
    ]),
  )
  return csvText(columnsOf(salesColumns), rows)
}

/** The bills of a Xero import, with the total of each and the GST of every line. */
export function xeroBills(documents: readonly AccountantDocument[], writing: FileStyle): string {
  const { codes } = writing
  const rows = documents.flatMap((one) =>
    one.lines.map((line): CsvCell[] => [
      ...contact(one),
      ...[one.number, dayOf(one.date), dayOf(one.due_date ?? one.date)],
      ...[toDecimalString(one.total), null, wordsOf(one, line), 1, amountOf(line, writing)],
      ...[codeOf(codes, line.account), line.isTaxed ? codes.expenseTax : codes.noTax],
      ...[toDecimalString(line.gst), null, null, null, null, 'NZD'],
    ]),
  )
  return csvText(columnsOf(billColumns), rows)
}

/** Entries as journals: debits positive, credits negative, each of them nothing in sum. */
export function journalsText(entries: readonly BookedDocument[], { codes }: FileStyle): string {
  const rows = entries.flatMap((entry) =>
    entry.lines.map(({ account, amount }): CsvCell[] => [
      ...[narrationOf(entry), dayOf(entry.date), accountText(account), codeOf(codes, account)],
      ...[codes.noTax, toDecimalString(amount), null, null, null, null],
    ]),
  )
  return csvText(columnsOf(journalColumns), rows)
}

const narrationOf = ({ id, event, number, name }: BookedDocument) =>
  [`Entry ${id}`, humanise(event), number, name].filter(Boolean).join(', ')

/** The sales of a MYOB import. */
export function myobSales(documents: readonly AccountantDocument[], { codes }: FileStyle): string {
  return myobText(documents, myobSalesColumns, (one, line) => [
    ...[one.name ?? 'Unknown', '', one.number, dayOf(one.date), one.reference ?? ''],
    ...[wordsOf(one, line), codeOf(codes, line.account), ...myobAmounts(line)],
    ...[line.isTaxed ? codes.myobTax : codes.myobNoTax, `Sale; ${one.name ?? 'Unknown'}`],
  ])
}

// An order is O and a quote Q; anything else is a bill.
const BILL = 'B'

/** The service purchases of a MYOB import. */
export function myobPurchases(
  documents: readonly AccountantDocument[],
  { codes }: FileStyle,
): string {
  return myobText(documents, myobPurchaseColumns, (one, line) => [
    ...[one.name ?? 'Unknown', '', dayOf(one.date), one.number],
    ...[wordsOf(one, line), codeOf(codes, line.account), ...myobAmounts(line)],
    ...[line.isTaxed ? codes.myobPurchaseTax : codes.myobNoTax],
    ...[{ amount: toDecimalString(line.gst) }, `Purchase; ${one.name ?? 'Unknown'}`, BILL],
  ])
}

type MyobCell = string | { amount: string }

/** Without GST and with it. */
const myobAmounts = ({ net, gst }: DocumentLine): MyobCell[] => [
  { amount: toDecimalString(net) },
  { amount: toDecimalString(wholeCents(net + gst)) },
]

/** Text with tabs for MYOB: an empty line between two documents. */
function myobText(
  documents: readonly AccountantDocument[],
  columns: readonly string[],
  cellsOf: (document: AccountantDocument, line: DocumentLine) => readonly MyobCell[],
): string {
  const blocks = documents.map((one) =>
    one.lines.map((line) => tabbed(cellsOf(one, line))).join(''),
  )
  return `\ufeff${[tabbed(columns), ...blocks].join('\r\n')}`
}

function tabbed(cells: readonly MyobCell[]): string {
  const written = cells.map((cell) =>
    typeof cell === 'string' ? harmless(cell).replace(/[\t\r\n"]+/g, ' ') : cell.amount,
  )
  return `${written.join('\t')}\r\n`
}
