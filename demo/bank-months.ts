import { accounts } from '#domain/books/postings.ts'
import { toDecimalString, wholeCents } from '#domain/kit/money.ts'
import { nextWorkingDay } from '#domain/kit/working-day.ts'
import type { BankRow } from './bank-file.ts'

const SET_APART = 2500_00

/** What a month brings to the everyday account whoever the customers are. */
export function everydayRows(month: string, place: number): BankRow[] {
  const on = (day: string) => nextWorkingDay(`${month}-${day}`)
  const fee = (day: string, party: string, amount: number): BankRow => ({
    day: on(day),
    amount: toDecimalString(wholeCents(-amount)),
    party,
    type: 'FEE',
  })
  return [
    fee('01', 'MONTHLY ACCOUNT FEE', 12_50),
    fee('02', 'TRANSACTION ACCOUNT FEE', 18_40 + place * 3_15),
    commission(on('06'), 'KERERU ENERGY', 1_284_60 + place * 97_35),
    commission(on('08'), 'POUNAMU ELECTRIC', 642_10 - place * 21_80),
  ]
}

/** Suppliers pay for the customers they are brought; nobody has made a rule of it yet. */
function commission(day: string, party: string, cents: number): BankRow {
  const amount = toDecimalString(wholeCents(cents))
  const said = () => [{ kind: 'account' as const, amount, account: accounts.otherIncome }]
  return { day, amount, party, particulars: 'COMMISSION', type: 'DC', said }
}

/** Money set apart: it leaves one account and reaches the other on the same day. */
export function setApart(month: string): { everyday: BankRow; savings: BankRow } {
  const day = nextWorkingDay(`${month}-20`)
  const amount = toDecimalString(wholeCents(SET_APART))
  const row = { day, particulars: 'SET APART', type: 'TFR' }
  return {
    everyday: { ...row, amount: `-${amount}`, party: 'TRANSFER TO SAVINGS' },
    savings: { ...row, amount, party: 'TRANSFER FROM EVERYDAY' },
  }
}

/** Interest on what was set apart, and the tax that the bank keeps of it. */
export function interestRows(month: string, lastDay: string, place: number): BankRow[] {
  const day = `${month}-${lastDay}`
  const interest = 101_30 + place * 6_45
  const amount = (cents: number) => toDecimalString(wholeCents(cents))
  return [
    { day, amount: amount(interest), party: 'CREDIT INTEREST PAID', type: 'INT' },
    { day, amount: amount(-Math.round(interest * 0.28)), party: 'WITHHOLDING TAX', type: 'TAX' },
  ]
}
