import { queryOptions } from '@tanstack/react-query'
import { formatDayShort } from '#domain/kit/calendar.ts'
import { plural } from '#domain/kit/wording.ts'
import { customerStandingCalls, type LastContact } from '#domain/reports/customer-standing-calls.ts'
import { today } from '#web/kit/frame/today.ts'
import { send } from '#web/kit/session/send.ts'

/** What is asked on the phone; forgotten with money, notes and tasks. */
export const standingQuery = (id: number) =>
  queryOptions({
    queryKey: ['standing', id],
    queryFn: async ({ signal }) =>
      (await send(customerStandingCalls.read, { id }, { signal })).data ?? null,
    staleTime: 0,
  })

const ways = { email: 'Email', sms: 'Text message', chat: 'Chat', note: 'Note' } as const

/** Which way it was, and whose. */
export function contactWords({ way, direction, by }: LastContact): string {
  if (direction === 'in') return `${ways[way]} from the customer`
  return by ? `${ways[way]} by ${by}` : ways[way]
}

/** A day, and how long ago it was. */
export function since(day: string): string {
  const { days } = Temporal.PlainDate.from(day).until(today(), { largestUnit: 'day' })
  return `${formatDayShort(day)} (${plural(days, 'day')})`
}
