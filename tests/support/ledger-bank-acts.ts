import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { addDays } from '#domain/kit/day-number.ts'
import type { CommandOf } from './ledger-commands.ts'
import { dollars, type LedgerLife, pick, reason } from './ledger-life.ts'
import type { Purse } from './ledger-rules.ts'

/** A line of the bank that somebody matched, and the money it showed. */
export interface MatchedLine {
  id: number
  purse: Purse
  /** The payment came with the line; else it was recorded before. */
  isMade: boolean
}

const INTEREST = 4050

/** Two accounts, opened with the first thing that happens at the bank. */
async function accountsOf(life: LedgerLife): Promise<readonly [number, number]> {
  const open = async (name: string, sequence: number) => {
    const bank_account_number = makeBankAccount('02', '0500', sequence)
    const opening = { opening_date: '2026-01-01', opening_balance: '0.00' }
    const made = await life.ask('PUT', '/bankaccount', { name, bank_account_number, ...opening })
    if (!made) throw new Error(`The account ${name} cannot be opened.`)
    return made.id as number
  }
  life.bank.accounts ??= [await open('Everyday', 10_700), await open('Savings', 11_400)]
  return life.bank.accounts
}

async function newLine(life: LedgerLife, cents: number, date: string, account: 0 | 1) {
  const bankaccount_id = (await accountsOf(life))[account]
  const line = { bankaccount_id, transaction_date: date, amount: dollars(cents) }
  const made = await life.ask('PUT', '/banktransaction', line)
  if (!made) throw new Error('A line by hand was refused.')
  return made.id as number
}

/** Money that the bank shows first: it is a payment of the line's day, beside interest perhaps. */
export async function bankPay(life: LedgerLife, command: CommandOf<'bank pay'>): Promise<boolean> {
  const { model, customer_id } = life
  const target = pick(model.invoices, command.at)
  const amount = (command.isPage && target?.page.asked[0]) || command.amount
  const date = addDays(model.today, -command.daysAgo)
  const interest = command.isSplit ? 1234 : 0
  const id = await newLine(life, amount + interest, date, command.account)
  const parts = [
    { kind: 'customer', amount: dollars(amount), customer_id },
    ...(interest ? [{ kind: 'account', amount: dollars(interest), account: INTEREST }] : []),
  ]
  if (!(await life.ask('POST', '/banktransaction/match', { id, parts }))) return false
  const payment = await life.paymentOf(id)
  const given = { id: payment, kind: 'payment' as const, date, received: amount, names: null }
  const purse = model.receive({ ...given, isOnBank: true })
  life.bank.lines.push({ id, purse, isMade: true })
  return true
}

/** What was recorded is seen on the bank, on its own day. */
export async function bankLink(life: LedgerLife, { at }: CommandOf<'bank link'>): Promise<boolean> {
  const recorded = life.model.money.filter(({ kind, isOnBank }) => kind === 'payment' && !isOnBank)
  const purse = pick(recorded, at)
  if (!purse) return false
  const id = await newLine(life, purse.received, purse.date, 0)
  const parts = [{ kind: 'payment', amount: dollars(purse.received), payment_ids: [purse.id] }]
  if (!(await life.ask('POST', '/banktransaction/match', { id, parts }))) return false
  purse.isOnBank = true
  life.bank.lines.push({ id, purse, isMade: false })
  return true
}

/** The match is taken off: what came with the line goes, what was recorded is as it was. */
export async function unmatch(life: LedgerLife, { at }: CommandOf<'unmatch'>): Promise<boolean> {
  const line = pick(life.bank.lines, at)
  if (!line) return false
  const { id, purse, isMade } = line
  if (!(await life.ask('POST', '/banktransaction/unmatch', { id, reason }))) return false
  life.bank.lines = life.bank.lines.filter((one) => one !== line)
  if (isMade) gone(life, purse)
  else purse.isOnBank = false
  return true
}

/** The bank takes a payment back: what it paid is owed again. */
export async function dishonour(
  life: LedgerLife,
  { at }: CommandOf<'dishonour'>,
): Promise<boolean> {
  const whole = life.bank.lines.filter(({ purse }) => purse.left === purse.received)
  const line = pick(whole, at)
  if (!line) return false
  const { purse } = line
  const amount = `-${dollars(purse.received)}`
  const id = await newLine(life, -purse.received, life.model.today, 0)
  const parts = [{ kind: 'dishonour', amount, payment_ids: [purse.id] }]
  if (!(await life.ask('POST', '/banktransaction/match', { id, parts }))) return false
  life.bank.lines = life.bank.lines.filter((one) => one !== line)
  gone(life, purse)
  return true
}

/** Money that was not there after all. */
export function gone({ model, promises, unsent }: LedgerLife, purse: Purse): void {
  promises.moved(purse)
  for (const draft of unsent) if (draft.granted === purse.id) draft.granted = null
  model.cancelPayment(purse)
}

/** Money between our accounts, and days that are closed: neither is the customer's business. */
export async function ofOurs(
  life: LedgerLife,
  { do: what, days }: CommandOf<'transfer' | 'lock'>,
): Promise<boolean> {
  const date = addDays(life.model.today, -days)
  if (what === 'lock')
    return (await life.ask('POST', '/bankaccounts/lock', { books_locked_to: date })) !== null
  const [out, back] = [
    await newLine(life, -5000, date, 0),
    await newLine(life, 5000, life.model.today, 1),
  ]
  const parts = [{ kind: 'transfer', amount: '-50.00', counterpart_id: back }]
  return (await life.ask('POST', '/banktransaction/match', { id: out, parts })) !== null
}
