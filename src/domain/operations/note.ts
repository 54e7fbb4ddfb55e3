import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, flag, integer, longText, name, ref, text } from '#domain/kit/field.ts'
import { subjectWords } from './subject-words.ts'

/** What notes hang on; what belongs to a customer is told on the customer's timeline. */
export const noteSubjects = [
  'customer',
  'supplier',
  'partner',
  'staff',
  'contract',
  'meter',
  'proposal',
  'invoice',
  'bill',
  'invoicepayment',
  'billpayment',
  'adjustment',
] as const
export type NoteSubject = (typeof noteSubjects)[number]

// Notes hang on any record by the name of its entity and its id.
export const note = entity({
  name: 'note',
  plural: 'notes',
  title: 'subject',
  access: { read: 'user', write: 'user', remove: 'user' },
  fields: {
    subject: name(200),
    text_plain: longText().label('Note'),
    reference_object: choice(...noteSubjects)
      .inWords(subjectWords)
      .label('About'),
    reference_id: integer().label('Record'),
    is_pinned: flag().label('Pinned'),
    staff_id: ref('staff').label('For'),
    written_by: text().label('Written by').readonly(),
  },
  list: ['subject', 'text_plain', 'reference_object', 'staff_id', 'is_pinned', 'created_at'],
  form: {
    Note: ['subject', 'text_plain', 'reference_object', 'reference_id', 'staff_id', 'is_pinned'],
  },
  search: ['subject', 'text_plain'],
  find: {
    words: ['subject', 'text_plain'],
  },
  order: '-created_at',
})

export type Note = Row<typeof note>
