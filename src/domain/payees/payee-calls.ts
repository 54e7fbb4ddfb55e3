import { z } from 'zod'
import { reason } from '#domain/kit/action-input.ts'
import { call, data, type Policy } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { type AccountChange, type PayeeAccount, type PayeeEvent, payeeKinds } from './payee.ts'

/** One thing that happened to the account of a payee. */
export interface PayeeAccountEvent {
  id: number
  event: PayeeEvent
  /** Masked where the record itself masks it. */
  from: PayeeAccount
  to: PayeeAccount
  hold_until: string | null
  answers_id: number | null
  reason: string | null
  actor_id: number | null
  actor_name: string
  created_at: string
}

/** What holds now. */
export interface PayeeStanding {
  /** A change that a second person is to look at. */
  waiting: PayeeAccountEvent | null
  /** The latest change of where money goes, while it is held back. */
  hold: AccountChange | null
}

// A key belongs to a program, and a program was never called back by a payee.
const byPeople: Policy = { from: 'manager', apiKey: false }

/** Accounts that money is paid to: what happened to them, and the second person's word. */
export const payeeCalls = {
  list: call({
    method: 'GET',
    path: '/payeeaccounts',
    summary: 'What happened to the bank account of a payee, newest first',
    policy: { from: 'user' },
    input: z.object({ payee_kind: z.enum(payeeKinds), payee_id: idSchema }),
    answers: data<PayeeAccountEvent[], PayeeStanding>(),
  }),
  confirm: call({
    method: 'POST',
    path: '/payeeaccount/confirm',
    summary: 'Let a change of a payee’s account happen that a colleague asked for',
    policy: { ...byPeople, stepUp: true },
    input: z.strictObject({ id: idSchema }),
    answers: data<{ id: number }>(),
  }),
  refuse: call({
    method: 'POST',
    path: '/payeeaccount/refuse',
    summary: 'Refuse a change of a payee’s account that a colleague asked for',
    policy: byPeople,
    input: z.strictObject({ id: idSchema, reason }),
    answers: data<{ id: number }>(),
  }),
  withdraw: call({
    method: 'POST',
    path: '/payeeaccount/withdraw',
    summary: 'Take back a change of a payee’s account that you asked for',
    policy: { ...byPeople, from: 'user' },
    input: z.strictObject({ id: idSchema }),
    answers: data<{ id: number }>(),
  }),
  release: call({
    method: 'POST',
    path: '/payeeaccount/release',
    summary: 'Let money go to a changed account at once, after having called the payee',
    policy: { ...byPeople, stepUp: true },
    input: z.strictObject({ id: idSchema, reason }),
    answers: data<{ id: number }>(),
  }),
}
