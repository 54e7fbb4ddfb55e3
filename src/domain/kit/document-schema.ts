import { z } from 'zod'
import type { PrintedDocument } from './document.ts'
import { strokesSchema } from './drawing.ts'

// What of a printed document leaves the house, part by part. A document is kept as it was sent, and
// whatever else lies beside it in the database stays there.

const paragraph = z.object({ kind: z.literal('paragraph'), text: z.string() })

const factList = z.object({
  kind: z.literal('facts'),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  isLarge: z.boolean().optional(),
})

const table = z.object({
  kind: z.literal('table'),
  columns: z.array(z.object({ label: z.string(), isNumber: z.boolean() })),
  rows: z.array(z.array(z.string())),
  totals: z.array(z.int()).optional(),
})

export const shownChart = z.object({
  kind: z.literal('chart'),
  unit: z.string(),
  bars: z.array(
    z.object({
      label: z.string(),
      name: z.string(),
      value: z.string().nullable(),
      isEstimated: z.boolean(),
    }),
  ),
})

const code = z.object({ kind: z.literal('code'), text: z.string(), says: z.string() })

const block = z.discriminatedUnion('kind', [paragraph, factList, table, shownChart, code])

const signed = z.object({
  name: z.string(),
  at: z.string(),
  strokes: strokesSchema.nullable(),
  evidence: z.string(),
})

export const shownDocument: z.ZodType<PrintedDocument> = z.object({
  title: z.string(),
  reference: z.string(),
  sender: z.array(z.string()),
  recipient: z.array(z.string()),
  day: z.string(),
  sections: z.array(z.object({ heading: z.string(), blocks: z.array(block) })),
  signature: z.object({ statement: z.string(), signed: signed.optional() }).optional(),
  footer: z.string(),
  mark: z.string().optional(),
  look: z
    .object({ logo: z.string().nullable(), colour: z.string(), footer: z.string() })
    .optional(),
})
