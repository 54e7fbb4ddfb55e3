import { writeFilters } from '#web/kit/list/filters.ts'

const states = ['failed', 'bounced', 'blocked', 'unconfirmed']
const where = writeFilters([{ field: 'status', operator: 'in', values: states }])

/** What was written to somebody and did not get there. */
export const messageCards = [
  {
    label: 'Not delivered',
    plural: 'messages',
    params: { 'status.in': states.join(',') },
    to: `/app/messages?${new URLSearchParams({ tab: 'history', where })}`,
    hint: 'messages to look after',
    tone: 'red',
  },
] as const
