import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { idSchema } from '#domain/kit/schema.ts'
import { verbs } from '#domain/kit/verbs.ts'
import { messagetemplate } from './messagetemplate.ts'
import { platformtemplate } from './platformtemplate.ts'
import type { Rendering, TemplateWords } from './template/render-template.ts'
import {
  type ContextName,
  contextNames,
  type TemplateKey,
  templateKeys,
} from './template/standards.ts'
import type { TemplateError } from './template/template-errors.ts'
import { SOURCE_LIMIT } from './template/template-tree.ts'

/** Whose words a mail has now: the organisation's, the platform's, or those it came with. */
export type InForce = 'own' | 'platform' | 'standard'

/** One mail with the words it has now, or a template that is chosen by hand. */
export interface TemplateSummary {
  key: TemplateKey | null
  name: string
  type: 'email' | 'sms'
  context: ContextName
  in_force: InForce
  /** The organisation's own; none as long as the standard is in force. */
  template_id: number | null
  is_active: boolean
  subject: string | null
  modified_at: string | null
}

/** The words of a template as somebody once saved them. */
export interface TemplateVersion extends TemplateWords {
  id: number
  template_id: number
  version: number
  name: string
  /** It ended with this one: the standard was in force again. */
  is_removed: boolean
  actor_name: string | null
  created_at: string
}

/** What a preview answers: either the mail, or what keeps it from being one. */
export interface TemplatePreview {
  rendering: Rendering | null
  /** Fields that would be printed and are empty, by what they are called. */
  empty: { name: string; label: string }[]
  errors: TemplateError[]
}

const part = (max: number) => z.string().max(max).nullish()

const preview = z.strictObject({
  context: z.enum(contextNames),
  key: z.enum(templateKeys).nullish(),
  subject: part(400),
  text_base: part(SOURCE_LIMIT),
  text_loop: part(10_000),
  html: part(SOURCE_LIMIT),
  /** The record whose values are printed; without one, samples are. */
  record_id: idSchema.nullish(),
})

// What a record says is read here in the caller's own name: a key made for messages sees no records.
const reading = { from: messagetemplate.access.read, whileImpersonating: true, apiKey: false }

/** Templates: their words, who has which, how they read, and what they were. */
export const messagetemplateCalls = {
  ...verbs(messagetemplate),
  overview: call({
    method: 'GET',
    path: '/messagetemplates/overview',
    summary: 'Every mail with the words that are in force, and the templates chosen by hand',
    policy: { from: messagetemplate.access.read },
    input: z.object({ organisation_id: z.string().optional() }),
    answers: data<TemplateSummary[]>(),
  }),
  standard: call({
    method: 'GET',
    path: '/messagetemplate/standard',
    summary: 'The words a mail has as long as the organisation gives it none',
    policy: { from: messagetemplate.access.read },
    input: z.object({ key: z.enum(templateKeys), organisation_id: z.string().optional() }),
    answers: data<TemplateWords & { in_force: Exclude<InForce, 'own'> }>(),
  }),
  versions: call({
    method: 'GET',
    path: '/messagetemplate/versions',
    summary: 'What a template said before, newest first; of a mail, all it ever said',
    policy: { from: messagetemplate.access.read },
    target: messagetemplate,
    input: z.object({ id: idSchema, organisation_id: z.string().optional() }),
    answers: data<TemplateVersion[]>(),
  }),
  preview: call({
    method: 'POST',
    path: '/messagetemplate/preview',
    summary: 'Print a template with the values of a record, without storing or sending it',
    policy: { ...reading, withoutOrganisation: true },
    replayed: false,
    input: preview,
    answers: data<TemplatePreview>(),
  }),
  trial: call({
    method: 'POST',
    path: '/messagetemplate/trial',
    summary: 'Mail a template to oneself, printed with the values of a record',
    policy: { from: messagetemplate.access.write, apiKey: false },
    input: preview,
    answers: data<{ to: string }>(),
  }),
}

/** The platform's own standards. */
export const platformtemplateCalls = {
  ...verbs(platformtemplate),
  versions: call({
    method: 'GET',
    path: '/platformtemplate/versions',
    summary: 'What the platform’s standard of a mail said before, newest first',
    policy: { from: 'padmin', apiKey: false, withoutOrganisation: true },
    target: platformtemplate,
    input: z.object({ id: idSchema }),
    answers: data<TemplateVersion[]>(),
  }),
}
