import { z } from 'zod'

/** How a customer without an account reaches the broker. */
export const shownBroker = z.object({
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})

export type Broker = z.infer<typeof shownBroker>

/** An answer that is its message alone. */
export const nothingShown = z.null()
