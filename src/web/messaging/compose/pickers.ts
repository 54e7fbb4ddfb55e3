import { queryOptions, useQuery } from '@tanstack/react-query'
import { isPrinted } from '#domain/messaging/cannedreply.ts'
import { cannedreplyCalls } from '#domain/messaging/cannedreply-calls.ts'
import { messagetemplateCalls } from '#domain/messaging/messagetemplate-calls.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { fullList } from '#web/kit/session/start-up.ts'
import type { Picker } from './use-picking.ts'

const repliesQuery = queryOptions({
  queryKey: ['cannedreplies', 'picked'],
  queryFn: async ({ signal }) =>
    (await send(cannedreplyCalls.list, { order: 'name', limit: 500 }, { signal, isQuiet: true }))
      .data ?? [],
  staleTime: 60_000,
})

/** Replies that are kept for use; those that print a customer only where there is one. */
export function useReplyPicker(customer_id: number | null): Picker {
  const { data = [] } = useQuery(repliesQuery)
  const usable = data.filter((reply) => customer_id !== null || !isPrinted(reply))
  return {
    sign: '/',
    label: 'Canned replies',
    choices: usable.map((reply) => ({
      id: reply.id,
      name: reply.name,
      detail: reply.text_plain.split('\n', 1)[0] ?? '',
      words:
        isPrinted(reply) && customer_id !== null
          ? () => printed(reply.text_plain, customer_id)
          : reply.text_plain,
    })),
  }
}

/** With what is known of the customer; what is empty is named, since it leaves a hole. */
async function printed(text_base: string, record_id: number): Promise<string> {
  const asked = { context: 'customer' as const, text_base, record_id }
  const { data } = await send(messagetemplateCalls.preview, asked)
  if (data.empty.length > 0) toast(`Empty: ${data.empty.map(({ label }) => label).join(', ')}.`)
  return data.rendering?.text.trimEnd() ?? text_base
}

/** Colleagues who work here, by their names. */
export function useNamePicker(): Picker {
  const { data = [] } = useQuery(fullList('staffs'))
  return {
    sign: '@',
    label: 'Colleagues',
    choices: data
      .filter(({ is_active }) => is_active !== false)
      .map(({ id, name }) => ({
        id,
        name: String(name),
        words: `@${String(name)} `,
      })),
  }
}
