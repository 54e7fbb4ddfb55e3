import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'

/** What time it is at the banks of a demonstration; null where there is no demonstration. */
export interface DoubleBank {
  now: string | null
}

/** The banks of a demonstration's customers, which are a double beside the server. */
export const doubleBankCalls = {
  read: call({
    method: 'GET',
    path: '/doublebank',
    summary: 'What day it is at the banks of a demonstration',
    policy: { from: 'user' },
    input: z.object({ organisation_id: z.string().optional() }),
    answers: data<DoubleBank>(),
  }),
  move: call({
    method: 'POST',
    path: '/doublebank',
    summary: 'Let working days pass at the banks of a demonstration',
    policy: { from: 'accounting' },
    // It happens in the double, and is told as the provider tells it.
    replayed: false,
    input: z.strictObject({ working_days: z.int().min(1).max(20) }),
    answers: data<DoubleBank>(),
  }),
}
