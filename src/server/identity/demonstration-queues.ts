import { z } from 'zod'
import { demonstrationSizes } from '#domain/identity/demonstration-calls.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { person } from '#server/kit/jobs/acting-person.ts'

const payload = z.strictObject({ organisation_id: idSchema, by: person })
export type DemonstrationWork = z.infer<typeof payload>
const filling = payload.extend({ size: z.enum(demonstrationSizes) })
export type DemonstrationFilling = z.infer<typeof filling>

/** Who asks for the work needs to know no more: what fills it stands above the modules. */
export const fillQueue = { name: 'fill-demonstration', payload: filling }
export const removeQueue = { name: 'remove-demonstration', payload }
