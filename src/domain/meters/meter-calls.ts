import { z } from 'zod'
import { reason, rowRequest } from '#domain/kit/action-input.ts'
import { call, data, row } from '#domain/kit/call.ts'
import { type Entity, fieldsOf } from '#domain/kit/entity.ts'
import { fieldSchema, idSchema } from '#domain/kit/schema.ts'
import { csvCall, listCall, verbs } from '#domain/kit/verbs.ts'
import { meter } from './meter.ts'
import { meterreading } from './meterreading.ts'
import { meterregister } from './meterregister.ts'
import { network } from './network.ts'

/** What an ICP tells of the network it is on. */
export interface NetworkProposal {
  power_network?: string
  power_hotline?: string
}

const replacement = z.strictObject({
  ...rowRequest,
  replacement_date: textOf(meterreading, 'reading_date'),
  meter_number: textOf(meter, 'meter_number'),
  // They belong to the box on the wall, and are the new one's own.
  multiplier_value: factorOf('multiplier_value'),
  meter_factor: factorOf('meter_factor'),
  final_readings: z
    .array(
      z.strictObject({
        meterregister_id: idSchema,
        reading_latest: textOf(meterreading, 'reading_latest'),
        is_rollover: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(20),
  registers: z
    .array(
      z.strictObject({
        name: textOf(meterregister, 'name'),
        register_code: textOf(meterregister, 'register_code'),
        digits: z.int().min(1).max(12),
        flow: z.enum(['X', 'I']).optional(),
        first_reading: textOf(meterreading, 'reading_latest'),
      }),
    )
    .min(1)
    .max(20),
})

const move = z.strictObject({
  ...rowRequest,
  customer_id: idSchema.describe('Whose it is from that day on'),
  move_date: textOf(meterreading, 'reading_date').describe('The first day with the new customer'),
  reason: reason.optional(),
})

const days = z
  .string()
  .regex(/^\d{1,4}$/)
  .optional()

export const meterCalls = {
  ...verbs(meter),
  due: listCall(meter, '/meters/due', {
    summary: 'Meters whose next reading is due',
    parameters: { days },
  }),
  dueFile: csvCall(meter, '/meters/due', {
    summary: 'meters whose next reading is due',
    parameters: { days },
  }),
  proposal: call({
    method: 'GET',
    path: '/meter/proposal',
    summary: 'Network and faults hotline proposed from an ICP',
    policy: { from: 'user' },
    input: z.object({ icp_number: z.string().max(40) }),
    answers: data<NetworkProposal | null>(),
  }),
  replace: call({
    method: 'POST',
    path: '/meter/replace',
    summary: 'Replace a meter: final readings, new meter and first readings on one day',
    policy: { from: 'user' },
    target: meter,
    input: replacement,
    answers: row(meter),
  }),
  move: call({
    method: 'POST',
    path: '/meter/move',
    summary: 'Give a connection with all of its meters to another customer from a day on',
    policy: { from: 'user' },
    target: meter,
    input: move,
    answers: row(meter),
  }),
}

export const networkCalls = verbs(network)
export const meterregisterCalls = verbs(meterregister)
export const meterreadingCalls = verbs(meterreading)

function factorOf(name: 'multiplier_value' | 'meter_factor') {
  return (textOf(meter, name) as z.ZodType<string | null, string | null>).optional()
}

/** A field of an entity where another call takes it too. */
function textOf<E extends Entity>(entity: E, name: keyof E['fields'] & string) {
  const field = fieldsOf(entity).find(([known]) => known === name)?.[1]
  if (!field) throw new Error(`${entity.name} has no ${name}.`)
  // The kit's schema reads and answers text for these fields; its static type does not say so.
  return fieldSchema(entity, name, field) as z.ZodType<string, string>
}
