import { cents, sumCents, toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { type BankFile, type BankFileRow, emptyFields, rowProblem } from './bank-file.ts'
import { bankAmount, bankDay, readAccount } from './file-values.ts'
import { oneAccount, refuseCurrency } from './one-account.ts'
import { readTags, type Tag, tagAt, tagsNamed, textOf } from './tag-reader.ts'

export const isCamt = (text: string) => /camt\.05[23]|<(\w+:)?BkToCstmr/.test(text.slice(0, 4000))

/** ISO 20022 statements, as banks send them to accounting systems. */
export function readCamt053(text: string, today: string): BankFile {
  const statements = ['STMT', 'RPT'].flatMap((name) => tagsNamed(readTags(text), name))
  for (const one of statements) refuseCurrency(textOf(tagAt(one, 'ACCT'), 'CCY'))
  const [first, last] = [statements[0], statements.at(-1)]
  const lines = statements.flatMap((one) =>
    tagsNamed(one, 'NTRY').filter(isBooked).flatMap(linesOf),
  )
  return {
    layout: 'camt053',
    account: oneAccount(statements.map(accountOf)),
    period_from: dayAt(tagAt(first, 'FRTODT', 'FRDTTM')),
    period_to: dayAt(tagAt(last, 'FRTODT', 'TODTTM')),
    opening_balance: balanceOf(first, 'OPBD') ?? balanceOf(first, 'PRCD'),
    closing_balance: balanceOf(last, 'CLBD'),
    rows: lines.map(({ entry, details, amount, id }, at) => {
      const fields = { ...textsOf(entry, details), amount, bank_line_id: id }
      return { row_number: at + 1, fields, message: rowProblem(fields, today) }
    }),
    warnings: [],
  }
}

interface Line {
  entry: Tag
  details: Tag | undefined
  amount: string | null
  id: string | null
}

/** Details that add up to their entry are lines of their own: a batch of several payers. */
function linesOf(entry: Tag): Line[] {
  const whole = signedAmount(entry)
  const id = ownText(entry, 'ACCTSVCRREF')
  const details = tagsNamed(entry, 'TXDTLS')
  const amounts = details.map((one) => signedAmount(one, entry))
  const isBatch =
    details.length > 1 &&
    whole !== null &&
    amounts.every((amount) => amount !== null) &&
    sumCents(amounts.map((amount) => cents(amount ?? '0.00'))) === cents(whole)
  if (!isBatch) return [{ entry, details: details[0], amount: whole, id }]
  return details.map((one, at) => ({
    entry,
    details: one,
    amount: amounts[at] ?? null,
    id: textOf(one, 'ACCTSVCRREF') ?? (id && `${id}/${at + 1}`),
  }))
}

/** Booked alone: what is only pending may still change. */
function isBooked(entry: Tag): boolean {
  const status = entry.children.find(({ name }) => name === 'STS')
  const word = status && (textOf(status, 'CD') ?? status.text.trim())
  return !word || word.toUpperCase() === 'BOOK'
}

function signedAmount(tag: Tag, entry: Tag = tag): string | null {
  const money = tag.children.find(({ name }) => name === 'AMT') ?? tagAt(tag, 'TXAMT', 'AMT')
  refuseCurrency(money?.attributes.CCY ?? null)
  const amount = bankAmount(money?.text ?? '')
  if (amount === null) return null
  const side = ownText(tag, 'CDTDBTIND') ?? ownText(entry, 'CDTDBTIND')
  return side === 'DBIT' ? toDecimalString(wholeCents(-cents(amount))) : amount
}

const ownText = (tag: Tag, name: string) =>
  tag.children.find((child) => child.name === name)?.text.trim() || null

function textsOf(entry: Tag, details: Tag | undefined): BankFileRow['fields'] {
  const isIn = ownText(entry, 'CDTDBTIND') !== 'DBIT'
  const side = isIn ? 'DBTR' : 'CDTR'
  const parties = tagAt(details, 'RLTDPTIES')
  const account = textOf(tagAt(parties, `${side}ACCT`, 'ID'), 'ID')
  const remittance = tagAt(details, 'RMTINF')
  const free = remittance ? tagsNamed(remittance, 'USTRD').map(({ text }) => text.trim()) : []
  return {
    ...emptyFields,
    transaction_date: dayAt(tagAt(entry, 'BOOKGDT')),
    processed_date: dayAt(tagAt(entry, 'VALDT')),
    other_party: textOf(parties, side, 'NM'),
    other_account: account && (readAccount(account) ?? account),
    particulars: endToEnd(details),
    reference: textOf(remittance, 'CDTRREFINF', 'REF'),
    memo: [...free, ownText(entry, 'ADDTLNTRYINF')].filter(Boolean).join(' ') || null,
    bank_type: textOf(entry, 'BKTXCD', 'PRTRY', 'CD') ?? textOf(entry, 'BKTXCD', 'SUBFMLYCD'),
  }
}

function endToEnd(details: Tag | undefined): string | null {
  const id = textOf(details, 'REFS', 'ENDTOENDID')
  return id?.toUpperCase() === 'NOTPROVIDED' ? null : id
}

function dayAt(tag: Tag | undefined): string | null {
  const text = tag && (textOf(tag, 'DT') ?? textOf(tag, 'DTTM') ?? tag.text)
  return bankDay(text?.trim().slice(0, 10) ?? '', 'year first')
}

function accountOf(statement: Tag): string | null {
  const id = tagAt(statement, 'ACCT', 'ID')
  return readAccount(textOf(id, 'OTHR', 'ID') ?? textOf(id, 'IBAN') ?? '')
}

function balanceOf(statement: Tag | undefined, code: string): string | null {
  const balances = statement?.children.filter(({ name }) => name === 'BAL') ?? []
  const balance = balances.find((one) => textOf(one, 'TP', 'CD') === code)
  return balance ? signedAmount(balance) : null
}
