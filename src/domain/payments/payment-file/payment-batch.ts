/** One payment of a batch, as the files of all banks know it. */
export interface BatchPayment {
  /** Sixteen digits: bank 2, branch 4, account 7, suffix 3. */
  account: string
  payee: string
  cents: number
  /** What the payee sees on their statement. */
  particulars: string
  code: string
  reference: string
  /** What we see on ours. */
  our_particulars: string
  our_code: string
  our_reference: string
}

export interface PaymentBatch {
  /** The account the money leaves. */
  account: string
  name: string
  batch: string
  /** YYYY-MM-DD. */
  payment_date: string
  created_date: string
  payments: readonly BatchPayment[]
}

export interface PaymentFile {
  name: string
  text: string
}

/** A writer of one bank's layout. */
export type WritePaymentFile = (batch: PaymentBatch) => PaymentFile

// What all four banks take; anything else is replaced or refused by one of them.
const FORBIDDEN = /[^A-Za-z0-9 \-&/#?:_.]/g

/** Words as a bank's file may hold them: no commas, no macrons, nothing a parser trips over. */
export function cleanText(text: string, length: number): string {
  return plain(text).slice(0, length).trim()
}

/** Particulars, codes and references: the rightmost twelve characters, where numbers differ. */
export function cleanReference(text: string): string {
  return plain(text).slice(-12).trim()
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘`]/g, '')
    .replace(/[–—−]/g, '-')
    .replace(FORBIDDEN, ' ')
    .replace(/ +/g, ' ')
    .trim()
}

/** Branch and account of every payee added up; the last eleven digits tell a changed file. */
export function hashTotal(accounts: readonly string[]): string {
  const sum = accounts.reduce((total, account) => total + BigInt(account.slice(2, 13)), 0n)
  return String(sum).padStart(11, '0').slice(-11)
}

export function totalCents(payments: readonly BatchPayment[]): number {
  return payments.reduce((sum, payment) => sum + payment.cents, 0)
}

/** The parts of an account number. */
export function accountParts(account: string) {
  return {
    bank: account.slice(0, 2),
    branch: account.slice(2, 6),
    base: account.slice(6, 13),
    suffix: account.slice(13),
  }
}

/** 20261120 or 261120. */
export const compactDay = (day: string) => day.replaceAll('-', '')

/** Lines as banks read them: each ended, also the last. */
export const linesOf = (rows: readonly (readonly (string | number)[])[]) =>
  rows.map((cells) => `${cells.join(',')}\r\n`).join('')
