import { z } from 'zod'
import type { Context } from '#server/kit/http/context.ts'
import type { JobContext } from './job.ts'
import { systemContext } from './system-context.ts'

/** Whoever asked for a job, so that the history names the person and not the machine. */
export const person = z.strictObject({
  user_id: z.int().min(0),
  name: z.string(),
  impersonator_id: z.int().nullable(),
  impersonator_name: z.string().nullable(),
})

export function personOf({ actor }: Context): z.infer<typeof person> {
  const { user_id, name, impersonator_id, impersonator_name } = actor
  return { user_id, name, impersonator_id, impersonator_name }
}

export function contextFor(
  job: JobContext,
  organisation_id: number,
  readingimport_id: number,
  by: z.infer<typeof person>,
): Context {
  const ctx = systemContext(job, organisation_id, `readingimport ${readingimport_id}`)
  return { ...ctx, actor: { ...ctx.actor, ...by } }
}
