import type { MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import { createStore, useStore } from '#web/kit/session/store.ts'

interface ReturnedSms {
  customer_id: number
  text: string
  purpose: MessagePurpose
  file_ids: readonly number[]
}

/** Words of a text message that was taken back, until the place where they are written has them. */
export const returnedSms = createStore<ReturnedSms | null>(null)

export function useReturnedSms(customer_id: number | null): ReturnedSms | null {
  const returned = useStore(returnedSms)
  return returned?.customer_id === customer_id ? returned : null
}
