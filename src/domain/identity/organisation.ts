import { entity, type Row } from '#domain/kit/entity.ts'
import {
  bankAccount,
  choice,
  email,
  flag,
  gstNumber,
  integer,
  name,
  nzbn,
  phone,
  postcode,
  text,
  url,
} from '#domain/kit/field.ts'
import { demonstrationStatuses } from './demonstration-calls.ts'

export const organisation = entity({
  name: 'organisation',
  plural: 'organisations',
  title: 'name',
  scope: 'platform',
  access: { read: 'padmin', write: 'padmin', remove: 'padmin' },
  fields: {
    name: name().unique('nameConflict'),
    trading_name: text(),
    nzbn: nzbn().label('NZBN'),
    gst_number: gstNumber().label('GST number'),
    email: email(),
    phone: phone(),
    website_url: url().label('Website'),
    street: text(),
    suburb: text(100).suggests('suburb'),
    city: text(100).suggests('city'),
    postcode: postcode(),
    bank_account_name: text(100),
    bank_account_number: bankAccount(),
    is_active: flag().label('Active').initially(true),
    demo: flag().label('Demonstration'),
    file_quota_mb: integer()
      .notNegative()
      .label('Room for files in MB')
      .hint('Empty: the limit of this installation.'),
    totp_required: flag().label('Two-factor sign-in for everybody'),
    demonstration_status: choice(...demonstrationStatuses).readonly(),
  },
  list: ['name', 'city', 'email', 'phone', 'is_active', 'totp_required', 'created_at'],
  form: {
    Identity: ['name', 'trading_name', 'nzbn', 'gst_number'],
    Contact: ['email', 'phone', 'website_url', 'street', 'suburb', 'city', 'postcode'],
    Bank: ['bank_account_name', 'bank_account_number'],
    Settings: ['is_active', 'demo', 'file_quota_mb', 'totp_required'],
  },
  search: ['name', 'trading_name', 'city', 'email'],
  order: 'name',
})

export type Organisation = Row<typeof organisation>
