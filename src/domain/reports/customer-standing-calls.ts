import { z } from 'zod'
import { customer } from '#domain/customers/customer.ts'
import { call, data } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import type { MessageTrouble } from '#domain/messaging/message-trouble.ts'

/** An invoice or an adjustment that a customer still owes. */
export interface OwedByCustomer {
  invoice_id: number | null
  adjustment_id: number | null
  number: string | null
  due_date: string | null
  balance: string
  /** What direct debits that are under way will bring of it. */
  promised: string
  is_held: boolean
}

export const contactWays = ['email', 'sms', 'chat', 'note'] as const

/** The last time that a person of ours and the customer had to do with each other. */
export interface LastContact {
  at: string
  way: (typeof contactWays)[number]
  direction: 'in' | 'out'
  /** Nobody where the customer wrote. */
  by: string | null
  /** What it began with. */
  words: string | null
}

/** A contract in force or offered, with what happens to it next. */
export interface ContractStanding {
  id: number
  number: string | null
  contract_status: 'offered' | 'active'
  icp_type: string | null
  supplier: string | null
  date_end: string | null
  is_open_plan: boolean
  next_rate_date: string | null
}

export interface NextReading {
  meter_id: number
  meter_number: string
  next_reading_date: string
}

/** A letter that consumer care kept from a customer. */
export interface LatestStop {
  at: string
  reason: string
}

/** What is asked on the phone about a customer, apart from what the customer's own row says. */
export interface CustomerStanding {
  overdue_since: string | null
  open_count: number
  promised: string
  /** The oldest of them. */
  open_items: OwedByCustomer[]
  last_contact: LastContact | null
  contracts: ContractStanding[]
  next_reading: NextReading | null
  latest_stop: LatestStop | null
  /** Messages of the last 30 days that came back or are late, the newest first. */
  message_troubles: MessageTrouble[]
  looked_after_by: string[]
  open_tasks: number
  overdue_tasks: number
}

export const customerStandingCalls = {
  read: call({
    method: 'GET',
    path: '/customer/standing',
    summary: 'What is asked on the phone: what is owed since when, the last contact, what is next',
    policy: { from: 'user' },
    target: customer,
    input: z.object({ id: idSchema }),
    answers: data<CustomerStanding>(),
  }),
}
