import { z } from 'zod'
import { roles } from '#domain/access/role.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { person } from '#server/kit/jobs/acting-person.ts'

/** The job that makes a report which takes long, for whoever asks for it. */
export const makeReportName = {
  name: 'make-report',
  payload: z.strictObject({
    organisation_id: idSchema,
    run_id: idSchema,
    /** As which its facts are looked at: some tell of one's own doings alone. */
    role: z.enum(roles),
    by: person,
  }),
}

/** Takes it away again. */
export const dropReportName = {
  name: 'drop-report',
  payload: z.strictObject({ organisation_id: idSchema, run_id: idSchema }),
}
