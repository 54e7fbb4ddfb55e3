import { z } from 'zod'
import { call, row } from '#domain/kit/call.ts'
import { idSchema, updateSchema } from '#domain/kit/schema.ts'
import { type Revision, verbs } from '#domain/kit/verbs.ts'
import { organisation } from './organisation.ts'

type OrganisationChange = Revision<typeof organisation>

export const organisationCalls = {
  get: call({
    method: 'GET',
    path: '/organisation',
    summary: 'Your organisation; any for platform admins',
    policy: { from: 'user', withoutOrganisation: true },
    input: z.object({ id: idSchema.optional() }),
    answers: row(organisation),
  }),
  update: call({
    method: 'POST',
    path: '/organisation',
    summary: 'Edit Organisation: your own as its admin, any as a platform admin',
    policy: { from: 'admin', withoutOrganisation: true, apiKey: false },
    // The schema is strict and built from the entity, as the type is.
    input: updateSchema(organisation) as unknown as z.ZodType<
      OrganisationChange,
      OrganisationChange
    >,
    answers: row(organisation),
  }),
  ...verbs(organisation, { without: ['get', 'update'] }),
}
