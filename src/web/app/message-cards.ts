import { writeFilters } from '#web/kit/list/filters.ts'

const bills = ['invoice', 'copy']
const where = writeFilters([{ field: 'kind', operator: 'in', values: bills }])

/** Who waits for an answer, and what was written to somebody and did not get there. */
export const messageCards = [
  {
    label: 'To answer',
    plural: 'threads',
    params: { state: 'open' },
    to: '/app/messages',
    hint: 'threads in which somebody waits',
    tone: 'amber',
  },
  {
    label: 'Not delivered',
    plural: 'messages/undelivered',
    params: {},
    to: '/app/messages?tab=undelivered',
    hint: 'messages to look after',
    tone: 'red',
  },
  {
    label: 'Invoices not delivered',
    plural: 'messages/undelivered',
    params: { 'kind.in': bills.join(',') },
    to: `/app/messages?${new URLSearchParams({ tab: 'undelivered', where })}`,
    hint: 'their mail was refused or came back',
    tone: 'red',
  },
] as const
