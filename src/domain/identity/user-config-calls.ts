import { z } from 'zod'
import { call, data, type Policy } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { storableJson } from '#domain/kit/storable.ts'

/** What a person has arranged for themselves, such as saved views, by name. */
export interface UserConfig {
  id: number
  user_id: number
  name: string
  value: unknown
  version: number
  created_at: string
  modified_at: string
}

const name = z
  .string({ error: 'The name is needed.' })
  .trim()
  .min(1)
  .max(100)
  .regex(/^[\w.:-]+$/, 'Names have letters, digits, dots and dashes only.')
const value = storableJson
const setting = z.strictObject({ name, value })
const policy: Policy = { from: 'user' }

export const userConfigCalls = {
  create: call({
    method: 'PUT',
    path: '/userconfig',
    summary: 'Store a setting of your own',
    policy,
    input: setting,
    answers: data<UserConfig>(),
  }),
  save: call({
    method: 'POST',
    path: '/userconfig/save',
    summary: 'Store or replace a setting of your own by its name',
    // How lists look: nothing anybody would miss.
    policy: { ...policy, whileImpersonating: true },
    input: setting,
    answers: data<UserConfig>(),
  }),
  update: call({
    method: 'POST',
    path: '/userconfig',
    summary: 'Change a setting of your own',
    policy,
    input: z.strictObject({ id: idSchema, version: z.int().min(1), value }),
    answers: data<UserConfig>(),
  }),
  get: call({
    method: 'GET',
    path: '/userconfig',
    summary: 'One setting of your own, by id or name',
    policy,
    input: z.object({ id: idSchema.optional(), name: name.optional() }),
    answers: data<UserConfig>(),
  }),
  list: call({
    method: 'GET',
    path: '/userconfigs',
    summary: 'All settings of your own',
    policy,
    input: z.looseObject({}),
    answers: data<UserConfig[]>(),
  }),
  remove: call({
    method: 'DELETE',
    path: '/userconfig',
    summary: 'Remove a setting of your own',
    policy,
    input: z.strictObject({ id: idSchema }),
    answers: data<{ id: number }>(),
  }),
  removeMany: call({
    method: 'DELETE',
    path: '/userconfigs',
    summary: 'Remove several settings of your own',
    policy,
    input: z.strictObject({ ids: z.array(idSchema).min(1).max(500) }),
    answers: data<{ deleted: number[] }>(),
  }),
}
