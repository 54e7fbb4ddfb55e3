import { z } from 'zod'
import { customer } from '#domain/customers/customer.ts'
import { call, data } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { meter } from './meter.ts'
import type { MonthOfUsage } from './usage-by-month.ts'

/** Use of one service in one direction. */
export interface MeterUse {
  icp_type: string | null
  flow: string
  /** What the figures are counted in: energy for electricity and gas, else what the dials show. */
  unit: 'kWh' | 'm3' | 'unit'
  connections: string[]
  months: MonthOfUsage[]
}

const usePeriod = z.object({
  id: idSchema,
  months: z.coerce.number<number | string>().int().min(1).max(120).optional(),
})

/** What was used, month by month, beside the year before. */
export const useCalls = {
  ofMeter: call({
    method: 'GET',
    path: '/meter/use',
    summary: 'Use of a meter’s connection by month, with estimates and the year before',
    compressed: true,
    policy: { from: 'user' },
    target: meter,
    input: usePeriod,
    answers: data<MeterUse[]>(),
  }),
  ofCustomer: call({
    method: 'GET',
    path: '/customer/use',
    summary: 'Use of all of a customer’s meters by month and service',
    compressed: true,
    policy: { from: 'user' },
    target: customer,
    input: usePeriod,
    answers: data<MeterUse[]>(),
  }),
}
