import { Problem } from '#domain/kit/problem.ts'
import { type BankFile, type BankFileRow, emptyFields, rowProblem } from './bank-file.ts'
import { bankAmount, bankDay, readAccount } from './file-values.ts'
import { oneAccount, refuseCurrency } from './one-account.ts'
import { readTags, type Tag, tagAt, tagsNamed, textOf } from './tag-reader.ts'

export const isOfx = (text: string) => /^\s*OFXHEADER:|<OFX>|<\?OFX/i.test(text.slice(0, 2000))

/** OFX 1.x and 2.x. Days are taken as written: a zone would move a line to another day. */
export function readOfx(text: string, today: string): BankFile {
  const ofx = tagAt(readTags(text), 'OFX')
  if (!ofx) throw new Problem('badRequest', { message: 'There is no OFX statement in this file.' })
  const statements = ['STMTRS', 'CCSTMTRS'].flatMap((name) => tagsNamed(ofx, name))
  for (const one of statements) refuseCurrency(textOf(one, 'CURDEF'))
  const [first] = statements
  const entries = statements.flatMap((one) => tagsNamed(one, 'STMTTRN'))
  return {
    layout: 'ofx',
    account: oneAccount(statements.map(accountOf)),
    period_from: dayAt(first, 'BANKTRANLIST', 'DTSTART'),
    period_to: dayAt(first, 'BANKTRANLIST', 'DTEND'),
    opening_balance: null,
    closing_balance: bankAmount(textOf(first, 'LEDGERBAL', 'BALAMT') ?? ''),
    rows: entries.map((entry, at) => rowOf(entry, at + 1, today)),
    warnings: [],
  }
}

function rowOf(entry: Tag, row_number: number, today: string): BankFileRow {
  const written = { day: textOf(entry, 'DTPOSTED'), amount: textOf(entry, 'TRNAMT') }
  const fields = {
    ...emptyFields,
    transaction_date: dayAt(entry, 'DTPOSTED'),
    amount: bankAmount(written.amount ?? ''),
    other_party: textOf(entry, 'NAME'),
    other_account: otherAccount(entry),
    reference: textOf(entry, 'CHECKNUM') ?? textOf(entry, 'REFNUM'),
    memo: textOf(entry, 'MEMO'),
    bank_type: textOf(entry, 'TRNTYPE'),
    bank_line_id: textOf(entry, 'FITID'),
  }
  return { row_number, fields, message: rowProblem(fields, today) }
}

function otherAccount(entry: Tag): string | null {
  const account = textOf(entry, 'BANKACCTTO', 'ACCTID')
  return account === null ? null : (readAccount(account) ?? account)
}

/** Some banks write the number whole, others in its three parts. */
function accountOf(statement: Tag): string | null {
  const from = tagAt(statement, 'BANKACCTFROM')
  const id = textOf(from, 'ACCTID')
  if (id === null) return null
  const parts = [textOf(from, 'BANKID'), textOf(from, 'BRANCHID'), id]
  return readAccount(id) ?? readAccount(parts.filter((part) => part !== null).join('-'))
}

function dayAt(tag: Tag | undefined, ...path: string[]): string | null {
  return bankDay(textOf(tag, ...path)?.slice(0, 8) ?? '', 'year first')
}
