import { z } from 'zod'
import { idSchema, sentDay } from '#domain/kit/schema.ts'
import { type LineKey, lineKey } from './line-key.ts'

/** A line as somebody wrote it, a bill printed it or a charge asks for it; amounts without GST. */
export interface GivenLine {
  name: string
  quantity: string
  rate: string
  unit: string
  discountable: boolean
  from?: string | null | undefined
  to?: string | null | undefined
  /** The waiting charge it bills, so that it is billed once. */
  pending_charge_id?: number | null | undefined
  /** Where it was typed over one of our lines: that one, its connection and how it was read. */
  replaces?: LineKey | null | undefined
  connection?: string | null | undefined
  estimated_share?: string | undefined
  missing_days?: number | undefined
}

export const decimalText = (scale: number) =>
  z
    .string()
    .regex(new RegExp(`^-?\\d{1,10}(\\.\\d{1,${scale}})?$`), 'That is not a number we can use.')

/** A line as the editor sends it; amounts are the engine's. */
export const givenLine = z.object({
  name: z.string().trim().min(1, 'A line needs a name.').max(200),
  quantity: decimalText(6),
  rate: decimalText(8),
  unit: z.string().trim().max(20).default('each'),
  discountable: z.boolean().default(true),
  from: sentDay('From').nullish(),
  to: sentDay('To').nullish(),
  source: z.enum(['rate', 'bill', 'given', 'own']).optional(),
  pending_charge_id: idSchema.nullish(),
  connection: z.string().max(100).nullish(),
  replaces: lineKey.nullish(),
})
export type SentLine = z.infer<typeof givenLine>
