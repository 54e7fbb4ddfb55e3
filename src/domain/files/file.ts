import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, flag, integer, longText, name, ref, text } from '#domain/kit/field.ts'
import { subjectWords } from '#domain/operations/subject-words.ts'

/** What files hang on; what belongs to a customer is told on the customer's timeline. */
export const fileSubjects = [
  'customer',
  'contract',
  'meter',
  'supplier',
  'partner',
  'proposal',
  'staff',
  'invoice',
  'bill',
  'invoicepayment',
  'billpayment',
  'adjustment',
] as const
export type FileSubject = (typeof fileSubjects)[number]

/** How long a deleted file can be brought back; its bytes and its room go with it then. */
export const RESTORABLE_DAYS = 30

// What is known of a file; its bytes lie beside the database.
export const file = entity({
  name: 'file',
  plural: 'files',
  title: 'name',
  access: { read: 'user', write: 'user', remove: 'user' },
  fields: {
    name: name(),
    folder_id: ref('folder'),
    reference_object: choice(...fileSubjects)
      .inWords(subjectWords)
      .label('About'),
    reference_id: integer().label('Record'),
    notes: longText(),
    media_type: text().label('Kind').readonly(),
    size_bytes: integer().label('Size').readonly(),
    sha256: text(64).label('Fingerprint').readonly(),
    is_encrypted: flag().label('Encrypted').readonly(),
    virus_check: choice('clean', 'waiting', 'infected').readonly(),
    user_id: ref('user').label('Uploaded by').readonly(),
  },
  list: ['name', 'folder_id', 'reference_object', 'media_type', 'size_bytes', 'created_at'],
  form: { File: ['name', 'folder_id', 'reference_object', 'reference_id', 'notes'] },
  search: ['name', 'notes'],
  find: {
    words: ['name', 'notes'],
  },
  order: '-created_at',
})

export type File = Row<typeof file>
