import { z } from 'zod'
import { user } from './user.ts'

/** A choice of an option list; a guest sees the defaults, which belong to nobody. */
export const shownOptions = z.array(
  z.object({
    id: z.int().nullable(),
    list_name: z.string(),
    value: z.string(),
    label: z.string(),
    position: z.int(),
    is_hidden: z.boolean(),
    version: z.int().nullable(),
  }),
)

export const shownPlaces = z.object({
  countries: z.array(z.object({ code: z.string(), name: z.string() })),
  regions: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      island: z.string(),
      latitude: z.number(),
      longitude: z.number(),
    }),
  ),
  cities: z.array(
    z.object({
      name: z.string(),
      region_code: z.string(),
      latitude: z.number(),
      longitude: z.number(),
      size: z.int(),
    }),
  ),
  centre: z.object({ latitude: z.number(), longitude: z.number(), zoom: z.number() }),
  zoom: z.number(),
})

/** The rules, and whether the link that brought somebody here still works. */
export const shownPasswordRules = z.object({
  rules: z.object({ min: z.int(), max: z.int(), hint: z.string() }),
  token_valid: z.boolean().optional(),
  token_state: z.string().optional(),
})

/** What somebody typed to register; a user who is there already only confirms the address. */
export const shownRegistration = z.object({
  email: z.string(),
  username: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  is_new: z.boolean(),
})

/** What an invitation says to whoever holds its link. */
export const shownInvitation = z.object({
  organisation_name: z.string(),
  role_name: z.string(),
  invited_by_name: z.string(),
  expires_at: z.string(),
  /** Nobody with an account owns the address yet. */
  needs_account: z.boolean(),
})

const ownFields = Object.fromEntries(Object.keys(user.fields).map((name) => [name, z.unknown()]))

/** Whoever proves who they are is shown their own account, and where they may work. */
export const shownAccount = z
  .object({
    id: z.int(),
    ...ownFields,
    version: z.int(),
    created_at: z.string(),
    modified_at: z.string(),
    deleted_at: z.string().nullable(),
    memberships: z.array(
      z.object({
        organisation_id: z.int(),
        organisation_name: z.string(),
        role_name: z.string(),
      }),
    ),
    roles: z.array(z.object({ id: z.int(), name: z.string(), is_admin: z.boolean() })),
    organisation_id: z.int().nullable(),
    organisation_name: z.string().nullable(),
    is_demonstration: z.boolean(),
    user_type: z.string(),
    user_role: z.string(),
    membership_role: z.string(),
    impersonator: z.string().nullable(),
    totp_enrolment_required: z.boolean(),
  })
  .nullable()
