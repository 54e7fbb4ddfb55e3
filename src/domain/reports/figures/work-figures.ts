import { bill } from '#domain/bills/bill.ts'
import { contract } from '#domain/contracts/contract.ts'
import { customer } from '#domain/customers/customer.ts'
import { invoice } from '#domain/invoices/invoice.ts'
import { filterBy } from '#domain/kit/list-filter.ts'
import { message } from '#domain/messaging/message.ts'
import { thread } from '#domain/messaging/thread.ts'
import { meter } from '#domain/meters/meter.ts'
import { enquiry } from '#domain/operations/enquiry.ts'
import { proposal } from '#domain/proposals/proposal.ts'
import { task } from '#domain/tasks/task.ts'
import type { Figure } from './figure.ts'

const everybody = { sets: ['work'], from: 'user', shows: 'count' } as const

/** What the day asks for, with what is one's own first. */
export const workFigures: readonly Figure[] = [
  {
    ...everybody,
    name: 'my_tasks',
    label: 'My tasks',
    entity: task,
    where: null,
    screen: { path: '/app/tasks', params: { list: 'mine' }, isWhole: true },
    tone: 'amber',
    hint: () => 'with your name',
    isMine: true,
  },
  {
    ...everybody,
    name: 'role_tasks',
    label: 'Tasks of my role',
    entity: task,
    where: null,
    screen: { path: '/app/tasks', params: { list: 'role' }, isWhole: true },
    tone: 'amber',
    hint: () => 'for whoever takes them',
    isMine: true,
  },
  {
    ...everybody,
    name: 'my_enquiries',
    label: 'Enquiries to follow up',
    entity: enquiry,
    where: null,
    screen: { path: '/app/enquiries' },
    tone: 'amber',
    hint: () => 'yours, by today',
    isMine: true,
  },
  {
    ...everybody,
    name: 'my_proposals',
    label: 'Proposals to follow up',
    entity: proposal,
    where: null,
    screen: { path: '/app/proposals' },
    tone: 'amber',
    hint: () => 'yours, by today',
    isMine: true,
  },
  {
    ...everybody,
    name: 'drafts',
    label: 'Drafts to approve',
    entity: invoice,
    where: () => [filterBy('invoice_status', 'in', 'draft')],
    screen: { path: '/app/invoices' },
    tone: 'amber',
    hint: () => 'invoices without a number yet',
  },
  {
    ...everybody,
    name: 'to_send',
    label: 'To send',
    entity: invoice,
    where: () => [filterBy('invoice_status', 'in', 'approved')],
    screen: { path: '/app/invoices' },
    tone: 'amber',
    hint: () => 'approved, not with the customer yet',
  },
  {
    ...everybody,
    name: 'not_delivered',
    label: 'Not delivered',
    entity: message,
    where: null,
    screen: { path: '/app/messages', params: { tab: 'undelivered' }, isWhole: true },
    tone: 'red',
    hint: () => 'messages of 30 days to look after',
  },
  {
    ...everybody,
    name: 'to_answer',
    label: 'Waiting for an answer',
    entity: thread,
    where: () => [filterBy('state', 'in', 'open')],
    parts: {
      late: {
        where: ({ lateBefore }) => [
          filterBy('state', 'in', 'open'),
          filterBy('waiting_since', 'lte', lateBefore),
        ],
      },
    },
    screen: { path: '/app/messages', isWhole: true },
    tone: ({ parts }) => (parts.late?.count ? 'amber' : 'petrol'),
    hint: ({ parts }) =>
      parts.late?.count ? `${parts.late.count} for too long` : 'threads in which somebody waits',
  },
  {
    ...everybody,
    name: 'readings_due',
    label: 'Readings due',
    entity: meter,
    where: null,
    screen: { path: '/app/meters', params: { due: '0' }, isWhole: true },
    tone: 'amber',
    hint: () => 'meters to be read by today',
  },
  {
    ...everybody,
    name: 'bills_to_check',
    label: 'Bills to check',
    entity: bill,
    where: () => [filterBy('bill_status', 'in', 'draft')],
    screen: { path: '/app/bills' },
    tone: 'amber',
    hint: () => 'captured, not approved yet',
  },
  {
    ...everybody,
    name: 'not_invoiced',
    label: 'Not invoiced',
    entity: customer,
    where: null,
    screen: { path: '/app/customerlists', params: { list: 'notinvoiced' }, isWhole: true },
    tone: 'amber',
    hint: () => 'active, billed up to a day too long ago',
  },
  {
    ...everybody,
    name: 'contracts_ending',
    label: 'Contracts ending',
    entity: contract,
    where: ({ today, endingBy }) => [
      filterBy('contract_status', 'in', 'active'),
      filterBy('is_open_plan', 'eq', 'false'),
      filterBy('date_end', 'gte', today),
      filterBy('date_end', 'lte', endingBy),
    ],
    screen: { path: '/app/contracts' },
    tone: 'amber',
    hint: (_, { today, endingBy }) => `within ${daysTo(today, endingBy)} days`,
  },
]

function daysTo(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to).days
}
