import { z } from 'zod'
import { reason, rowRequest } from '#domain/kit/action-input.ts'
import { type Answers, action, call, data } from '#domain/kit/call.ts'
import { createSchema, sentDay } from '#domain/kit/schema.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { bankaccount } from './bankaccount.ts'
import { bankrule } from './bankrule.ts'
import { type BankStatement, bankstatement } from './bankstatement.ts'
import type { FeedStatus } from './feed/feed-calls.ts'
import { payeralias } from './payeralias.ts'

/** How an account stands: what the bank says, what the books say, and why they differ. */
export interface BankPosition {
  bankaccount_id: number
  name: string
  /** Opening balance and all lines. */
  bank_balance: string
  book_balance: string
  difference: string
  open_lines: number
  /** What came in and what went out on lines nobody has explained yet, each above zero. */
  open_in: string
  open_out: string
  /** Booked, and not seen on the bank yet. */
  outstanding: string
  last_line_date: string | null
  books_locked_to: string | null
  /** Null where lines come from files and by hand. */
  feed_status: FeedStatus | null
}

/** Accounts of ours at banks. */
export const bankaccountCalls = {
  ...verbs(bankaccount, { without: ['restore', 'removeMany'] }),
  positions: call({
    method: 'GET',
    path: '/bankaccounts/positions',
    summary: 'How each account stands: bank, books, and what is not explained yet',
    policy: { from: 'accounting' },
    input: z.object({}),
    answers: data<BankPosition[]>(),
  }),
  lock: call({
    method: 'POST',
    path: '/bankaccounts/lock',
    summary: 'Lock the books to a day: what belongs before it is booked on the first open day',
    policy: { from: 'manager' },
    input: z.strictObject({
      books_locked_to: sentDay('Locked to').nullable(),
      reason: reason.optional(),
    }),
    answers: data<{ books_locked_to: string | null }>(),
  }),
}

/** What a rule would have said of the lines of the last ninety days. */
export interface RuleTrial {
  lines: { id: number; transaction_date: string; other_party: string | null; amount: string }[]
  /** Of those, lines that were matched as something else. */
  contradicted: number[]
}

export const bankruleCalls = {
  ...verbs(bankrule, { without: ['restore', 'removeMany'] }),
  test: call({
    method: 'POST',
    path: '/bankrule/test',
    summary: 'The lines of the last ninety days that a rule is about',
    policy: { from: 'accounting' },
    input: createSchema(bankrule),
    answers: data<RuleTrial>(),
    replayed: false,
  }),
}

export const payeraliasCalls = verbs(payeralias, {
  without: ['create', 'update', 'restore', 'removeMany'],
})

/** Why a statement does or does not agree with the books. */
export interface StatementInfo {
  book_balance: string
  unmatched: string
  unmatched_lines: number
  outstanding: string
  difference: string
  /** What the statement before closed with; lines are missing where it is not our opening. */
  closed_before: string | null
  missing: string
}

const statementWithInfo: Answers<BankStatement, StatementInfo> = {
  rows: { entity: bankstatement, many: false },
}

const { get, ...statementVerbs } = verbs(bankstatement, { without: ['restore', 'removeMany'] })

/** What the bank says an account held, agreed with the books. */
export const bankstatementCalls = {
  ...statementVerbs,
  get: call({ ...get, answers: statementWithInfo }),
  agree: action(bankstatement, 'agree', {
    summary: 'Say that bank and books agree up to this day: its lines are reconciled',
    input: z.strictObject(rowRequest),
    said: 'Agreed.',
  }),
  reopen: action(bankstatement, 'reopen', {
    summary: 'Open an agreed statement again',
    input: z.strictObject({ ...rowRequest, reason }),
    said: 'The statement is open again.',
  }),
}
