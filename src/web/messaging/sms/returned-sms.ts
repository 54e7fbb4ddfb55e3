import type { MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import { createStore, useStore } from '#web/kit/session/store.ts'

/** Whom a text message is to: a customer, or whoever a thread is with. */
export interface Addressee {
  customer_id: number | null
  thread_id: number | null
}

/** By the thread where there is one: it knows whose it is. */
export const namedBy = ({ customer_id, thread_id }: Addressee) =>
  thread_id === null ? { customer_id: customer_id ?? 0 } : { thread_id }

export interface ReturnedSms extends Addressee {
  text: string
  purpose: MessagePurpose
  file_ids: readonly number[]
}

/** Words of a text message that was taken back, until the place where they are written has them. */
export const returnedSms = createStore<ReturnedSms | null>(null)

export function useReturnedSms({ customer_id, thread_id }: Addressee): ReturnedSms | null {
  const returned = useStore(returnedSms)
  if (!returned) return null
  const isTheirs = customer_id !== null && returned.customer_id === customer_id
  const isThere = thread_id !== null && returned.thread_id === thread_id
  return isTheirs || isThere ? returned : null
}
