import { z } from 'zod'
import { OVERLAP_MS } from './poll.ts'

/** The moment a caller asks from; anything near the first year would leave the calendar. */
export const createdFromSchema = z.iso
  .datetime({ offset: true, error: 'Give a moment, such as 2026-11-13T09:30:00Z.' })
  .refine((instant) => Date.parse(instant) > OVERLAP_MS, { error: 'That is too long ago.' })
  .describe('Only what was written since; the server looks back two seconds more')
