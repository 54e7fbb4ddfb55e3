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
  /** The call that asked for it; jobs of an earlier release in the queue do not know it. */
  request_id: z.string().optional(),
  /** Where it is asked again what they had opened for themselves, such as by a guard code. */
  session_id: z.string().nullable().optional(),
})

export function personOf({ actor, request }: Context): z.infer<typeof person> {
  const { user_id, name, impersonator_id, impersonator_name } = actor
  return { user_id, name, impersonator_id, impersonator_name, request_id: request.id }
}

export function contextFor(
  job: JobContext,
  organisation_id: number,
  task: string,
  by: z.infer<typeof person>,
): Context {
  return inNameOf(systemContext(job, organisation_id, task), by)
}

/** The work of a job as the person's who asked for it, by the call that did. */
export function inNameOf(ctx: Context, by: z.infer<typeof person>): Context {
  const { request_id, session_id, ...who } = by
  const actor = { ...ctx.actor, ...who, session_id: session_id ?? ctx.actor.session_id }
  return { ...ctx, actor, request: { ...ctx.request, id: request_id ?? ctx.request.id } }
}
