import { type AccountantCodes, accountCodes } from '#domain/exports/account-codes.ts'
import {
  type AccountantDocument,
  type BookedDocument,
  billsSide,
  type DocumentSide,
  documentOf,
  salesSide,
} from '#domain/exports/accountant-document.ts'
import {
  type FileStyle,
  journalsText,
  myobPurchases,
  myobSales,
  xeroBills,
  xeroSales,
} from '#domain/exports/accountant-text.ts'
import {
  type AccountantTarget,
  accountantfile,
  accountantTargets,
} from '#domain/exports/accountantfile.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import type { Create } from '#domain/kit/entity.ts'
import { type Cents, sumCents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { badField } from '#domain/kit/problem.ts'
import { spanFault } from '#domain/reports/report-period.ts'
import { settingOf } from '#server/identity/setting.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import type { Context } from '#server/kit/http/context.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { PATIENTLY } from '#server/messaging/bulk/patiently.ts'
import {
  billEvents,
  bookedEntries,
  booksTotal,
  type EntriesQuestion,
  exportedBefore,
  salesEvents,
} from './accountant-entries.ts'
import { keepTexts, markDocuments } from './accountant-marks.ts'

/** More than so many invoices Xero does not take in one file. */
const MOST_DOCUMENTS = 500

interface Kind {
  side: DocumentSide | null
  events: readonly string[] | null
  ending: 'csv' | 'txt'
}

const kinds: Record<AccountantTarget, Kind> = {
  xero_sales: { side: salesSide, events: salesEvents, ending: 'csv' },
  xero_bills: { side: billsSide, events: billEvents, ending: 'csv' },
  myob_sales: { side: salesSide, events: salesEvents, ending: 'txt' },
  myob_purchases: { side: billsSide, events: billEvents, ending: 'txt' },
  journals: { side: null, events: null, ending: 'csv' },
}

// Two who ask at once would both find the same documents new.
const TAKE_TURNS = sql`select pg_advisory_xact_lock(hashtext('accountantfile'),
  scope_organisation()::int)`
const HOLD_BOOKS = sql`select hold_the_books()`

/** Makes a file of the documents of a period, marks them, and says whether the books agree. */
export async function makeAccountantFile(
  ctx: Context,
  conn: Conn,
  asked: Create<typeof accountantfile>,
) {
  const { target, period_start: from, period_end: to } = asked
  const fault = spanFault({ from, to })
  if (fault) throw badField(fault.field === 'from' ? 'period_start' : 'period_end', fault.message)
  const { side, events, ending } = kinds[target]
  const isInclusive = asked.amounts !== 'exclusive'
  const question = { target, from, to, events, isAgain: asked.is_again ?? false }
  await TAKE_TURNS.run(conn)
  await PATIENTLY.run(conn)
  await HOLD_BOOKS.run(conn)
  const found = documentsOf(await bookedEntries(conn, question), side)
  if (found.length === 0) throw nothingNew(question)
  const writing = { codes: await codesOf(conn), isInclusive }
  const texts = chunked(found, MOST_DOCUMENTS).map((some, place) => ({
    name: `${target}_${from}_${to}${place > 0 ? `_${place + 1}` : ''}.${ending}`,
    content: textOf(target, some, writing),
  }))
  const total = sumCents(
    found.map(({ document: { total: gross, net } }) => (isInclusive ? gross : net)),
  )
  const before = question.isAgain
    ? wholeCents(0)
    : await exportedBefore(conn, question, isInclusive)
  const books = await booksTotal(conn, question, side, isInclusive)
  const written = await insertRow(ctx, conn, accountantfile, {
    ...{ target, period_start: from, period_end: to, is_again: question.isAgain },
    amounts: isInclusive ? 'inclusive' : 'exclusive',
    name: `${accountantTargets[target]}, ${formatDayShort(from)} – ${formatDayShort(to)}`,
    documents: found.length,
    files: texts.length,
    total: toDecimalString(total),
    before_total: toDecimalString(before),
    books_total: toDecimalString(books),
    difference: toDecimalString(wholeCents(total + before - books)),
    asked_by: ctx.actor.name,
  })
  await keepTexts(conn, written.id, texts)
  await markDocuments(
    conn,
    written.id,
    target,
    found.map(({ document }) => document),
  )
  return written
}

interface FoundDocument {
  entry: BookedDocument
  document: AccountantDocument
}

/** Without a side every entry is one, by what it debits. */
function documentsOf(entries: readonly BookedDocument[], side: DocumentSide | null) {
  return entries.flatMap((entry): FoundDocument[] => {
    const document = side ? documentOf(entry, side) : journalOf(entry)
    return document ? [{ entry, document }] : []
  })
}

function journalOf({ lines, number, ...about }: BookedDocument): AccountantDocument {
  const debits = lines.map(({ amount }) => amount).filter((amount) => amount > 0)
  const total: Cents = sumCents(debits)
  return { ...about, number: number ?? `E-${about.id}`, total, net: total, lines: [] }
}

function textOf(target: AccountantTarget, some: readonly FoundDocument[], writing: FileStyle) {
  const documents = some.map(({ document }) => document)
  if (target === 'xero_sales') return xeroSales(documents, writing)
  if (target === 'xero_bills') return xeroBills(documents, writing)
  if (target === 'myob_sales') return myobSales(documents, writing)
  if (target === 'myob_purchases') return myobPurchases(documents, writing)
  return journalsText(
    some.map(({ entry }) => entry),
    writing,
  )
}

function chunked<T>(all: readonly T[], most: number): T[][] {
  const count = Math.ceil(all.length / most)
  return Array.from({ length: count }, (_, place) => all.slice(place * most, (place + 1) * most))
}

async function codesOf(conn: Conn): Promise<AccountantCodes> {
  return {
    codes: accountCodes(await settingOf(conn, 'account_codes')),
    incomeTax: await settingOf(conn, 'xero_income_tax'),
    expenseTax: await settingOf(conn, 'xero_expense_tax'),
    noTax: await settingOf(conn, 'xero_no_tax'),
    myobTax: await settingOf(conn, 'myob_tax_code'),
    myobPurchaseTax: await settingOf(conn, 'myob_purchase_tax_code'),
    myobNoTax: await settingOf(conn, 'myob_no_tax_code'),
  }
}

function nothingNew({ isAgain }: EntriesQuestion) {
  return isAgain
    ? notPossible('make', 'there is nothing in the period', 'Choose another one.')
    : notPossible(
        'make',
        'there is nothing new in the period',
        'Choose another one, or ask for what was exported before again.',
      )
}
