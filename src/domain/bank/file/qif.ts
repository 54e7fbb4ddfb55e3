import { type BankFile, type BankFileRow, emptyFields, rowProblem } from './bank-file.ts'
import { bankAmount, bankDay, cell, dayOrderOf } from './file-values.ts'

export const isQif = (text: string) => /^\s*!(Type|Account|Option)/i.test(text.slice(0, 200))

interface Entry {
  row_number: number
  values: Map<string, string>
}

/** QIF says neither whose account it is nor how days are written; these tell it themselves. */
export function readQif(text: string, today: string): BankFile {
  const entries = entriesOf(text)
  const days = dayOrderOf(
    entries.map(({ values }) => writtenDay(values)),
    today,
  )
  const rows = entries.map(({ row_number, values }): BankFileRow => {
    const amount = values.get('T') ?? values.get('U') ?? ''
    const fields = {
      ...emptyFields,
      transaction_date: bankDay(writtenDay(values), days),
      amount: bankAmount(amount),
      other_party: cell(values.get('P')),
      reference: cell(values.get('N')),
      memo: cell(values.get('M')),
    }
    return { row_number, fields, message: rowProblem(fields, today) }
  })
  return {
    layout: 'qif',
    account: null,
    period_from: null,
    period_to: null,
    opening_balance: null,
    closing_balance: null,
    rows,
    warnings: [],
  }
}

/** Some programs write 5/11'26. */
const writtenDay = (values: Map<string, string>) =>
  (values.get('D') ?? '').replaceAll(/['’]\s*/g, '/').replaceAll(' ', '')

function entriesOf(text: string): Entry[] {
  const entries: Entry[] = []
  let current: Entry = { row_number: 1, values: new Map() }
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.startsWith('^') || line.startsWith('!')) {
      if (current.values.has('D') || current.values.has('T')) entries.push(current)
      current = { row_number: at + 2, values: new Map() }
    } else if (line.trim() !== '') current.values.set(line.charAt(0).toUpperCase(), line.slice(1))
  }
  if (current.values.has('D')) entries.push(current)
  return entries
}
