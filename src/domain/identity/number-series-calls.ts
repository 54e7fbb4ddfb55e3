import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { updated } from '#domain/kit/problem.ts'
import { nextAsked, prefixAsked, type SeriesStand, seriesNames } from './number-series.ts'
import type { SettingChange } from './setting-changes.ts'

/** A series as the settings show it. */
export interface ShownSeries extends SeriesStand {
  /** Why it can't be changed; null where it can. */
  fixed: string | null
  /** Who changed it, from which next number to which, newest first. */
  changes: SettingChange[]
}

export const numberSeriesCalls = {
  list: call({
    method: 'GET',
    path: '/numberseries',
    summary: 'Each series of numbers: its prefix, its next number, whether these may be changed',
    policy: { from: 'user' },
    input: z.object({}),
    answers: data<ShownSeries[]>(),
  }),
  update: call({
    method: 'POST',
    path: '/numberseries',
    summary: 'Go on with another prefix or a later number; never back to numbers that were given',
    policy: { from: 'admin' },
    input: z.strictObject({
      name: z.enum(seriesNames, { error: `One of ${seriesNames.join(', ')}.` }),
      // What is there already may be kept, also where it is of another shape.
      prefix: z.string().min(1, prefixAsked).max(40, prefixAsked).optional(),
      next_value: z
        .int({ error: nextAsked })
        .min(1, nextAsked)
        .max(999_999_999, nextAsked)
        .optional(),
    }),
    status: updated,
    answers: data<ShownSeries>(),
  }),
}
