import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, longText, name, ref } from '#domain/kit/field.ts'
import { machine } from '#domain/kit/machine.ts'
import type { FieldError } from '#domain/kit/problem.ts'
import { fieldErrors } from './template/template-errors.ts'

const keptFor = ['mine', 'shared'] as const

/** What everybody uses is written by managers; what is one's own, by oneself. */
const cannedreplyMachine = machine({
  field: 'kept_for',
  states: keptFor,
  transitions: [
    { action: 'update', from: ['mine'], to: null, who: 'user' },
    { action: 'update', from: ['shared'], to: null, who: 'manager' },
    { action: 'delete', from: ['mine'], to: 'deleted', who: 'user' },
    { action: 'delete', from: ['shared'], to: 'deleted', who: 'manager' },
    { action: 'restore', from: ['deleted'], to: null, who: 'user' },
  ],
})

/** Words that are written again and again, found in the composer by a slash and their name. */
export const cannedreply = entity({
  name: 'cannedreply',
  plural: 'cannedreplies',
  label: 'Canned reply',
  labelPlural: 'Canned replies',
  title: 'name',
  access: { read: 'user', write: 'user', remove: 'user' },
  fields: {
    name: name(80).hint('What you type behind the slash.'),
    kept_for: choice(...keptFor)
      .required()
      .label('For')
      .initially('mine')
      .hint('Those of everybody are written by managers.'),
    text_plain: longText(4000)
      .required()
      .label('Words')
      .hint('{{customer_name}} prints the customer’s name, as in a message template.'),
    owner_id: ref('user').readonly().label('Written by'),
  },
  list: ['name', 'text_plain', 'kept_for', 'modified_at'],
  form: { 'Canned reply': ['name', 'kept_for', 'text_plain'] },
  search: ['name', 'text_plain'],
  order: 'name',
  machine: cannedreplyMachine,
  check: ({ text_plain }) => (text_plain ? wordErrors(text_plain) : []),
})

export type CannedReply = Row<typeof cannedreply>

/** It prints what a letter to a customer prints, and names nothing else. */
function wordErrors(text_base: string): FieldError[] {
  const words = { subject: null, text_base, text_loop: null, html: null }
  const errors = fieldErrors({ ...words, context: 'customer', key: null })
  return errors.map((error) => ({ ...error, field: 'text_plain' }))
}

/** Whether it prints something of the customer it goes to. */
export const isPrinted = ({ text_plain }: Pick<CannedReply, 'text_plain'>) =>
  text_plain.includes('{{')
