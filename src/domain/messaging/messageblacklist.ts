import { atLeast, type Role } from '#domain/access/role.ts'
import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, json, longText, ref, text } from '#domain/kit/field.ts'
import { normalisePhone } from '#domain/kit/phone.ts'
import type { FieldError } from '#domain/kit/problem.ts'
import { channels } from './channels.ts'
import { type BlockCause, type BlockEntry, causesOf } from './checks/block-causes.ts'
import { blockScopes, blockSourceNames } from './checks/listed.ts'

/** A contact that must not be written to; every sending asks this list first. */
export const messageblacklist = entity({
  name: 'messageblacklist',
  plural: 'messageblacklists',
  label: 'Opted out contact',
  title: 'contact',
  access: { read: 'user', write: 'user', remove: 'manager' },
  fields: {
    contact: text(254)
      .required()
      .atLeast(3, 'numberTooShort')
      .unique('numberConflict')
      .hint('A mail address or a phone number.'),
    type: choice(...channels, 'all')
      .required()
      .label('Channel'),
    blocks: choice(...blockScopes)
      .required()
      .initially('everything')
      .hint('Who opts out of promotional messages still gets bills.'),
    source: choice(...blockSourceNames)
      .required()
      .readonly(),
    reason: longText(1000),
    causes: json<BlockCause[]>().readonly(),
    customer_id: ref('customer'),
  },
  list: ['contact', 'type', 'blocks', 'source', 'reason', 'customer_id', 'created_at'],
  form: { 'Opted out contact': ['contact', 'type', 'blocks', 'reason', 'customer_id'] },
  search: ['contact', 'reason'],
  order: '-created_at',
  check: ({ contact, type }) => (contact ? wrongContact(contact, type ?? 'all') : []),
})
export type MessageBlacklist = Row<typeof messageblacklist>

/**
 * What somebody may not change of an entry. Whom it is about is said once; what the contact
 * themselves or a server said, and whatever would let more through, is a manager's to change.
 */
export function fixedFields(entry: BlockEntry, role: Role): readonly (keyof MessageBlacklist)[] {
  if (atLeast(role, 'manager')) return ['contact', 'type']
  if (causesOf(entry).some(({ source }) => source !== 'staff'))
    return ['contact', 'type', 'blocks', 'reason', 'customer_id']
  return entry.blocks === 'everything' ? ['contact', 'type', 'blocks'] : ['contact', 'type']
}

/** As it is written to: a mail address in small letters, a phone number with its country. */
export function normalContact(contact: string): string {
  const text = contact.trim()
  if (text.includes('@')) return text.toLowerCase()
  const phone = normalisePhone(text)
  return 'e164' in phone ? phone.e164 : text
}

function wrongContact(contact: string, type: 'email' | 'sms' | 'all'): FieldError[] {
  const isMail = /^[^\s@]+@[^\s@]+$/.test(contact.trim())
  const isPhone = 'e164' in normalisePhone(contact)
  if ((isMail && type !== 'sms') || (isPhone && type !== 'email')) return []
  const message =
    type === 'email'
      ? 'Give a mail address.'
      : type === 'sms'
        ? 'Give a phone number.'
        : 'Give a mail address or a phone number.'
  return [{ field: 'contact', code: 'bad_request', message }]
}
