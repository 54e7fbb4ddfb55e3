import { entity, type Row } from '#domain/kit/entity.ts'
import { date, json, longText, ref, text, timestamp } from '#domain/kit/field.ts'

// An announced change: the rates it brings are rows of their own, and go when it is undone.
const fields = {
  name: text().required().readonly().label('Rate update'),
  contract_id: ref('contract').required().part(),
  valid_from_date: date().required().label('Valid from'),
  rates: json().required().label('New rates'),
  reason: longText(1000),
  batch: text(60).readonly(),
  notice_sent_at: timestamp().readonly().label('Notice sent'),
  notice_recipient: text().readonly(),
}

const shape = {
  title: 'name',
  access: { read: 'user', write: 'accounting', remove: 'manager' },
  fields,
  list: ['name', 'contract_id', 'valid_from_date', 'reason', 'notice_sent_at', 'created_at'],
  form: { 'Rate update': ['contract_id', 'valid_from_date', 'rates', 'reason'] },
  search: ['name', 'reason'],
  order: '-valid_from_date',
} as const

export const rateupdate = entity({
  ...shape,
  name: 'rateupdate',
  plural: 'rateupdates',
  label: 'Rate update',
  labelPlural: 'Rate updates',
})

export const supplierrateupdate = entity({
  ...shape,
  name: 'supplierrateupdate',
  plural: 'supplierrateupdates',
  label: 'Supplier rate update',
  labelPlural: 'Supplier rate updates',
})

export type RateUpdate = Row<typeof rateupdate>
