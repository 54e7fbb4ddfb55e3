import { entity, type Row } from '#domain/kit/entity.ts'
import { email, flag, name, phone, ref, text } from '#domain/kit/field.ts'

// A staff row is an agent of the broker; its flags are what userpermission answers for the user
// linked to it. Users see names and contacts, managers see everything, admins set the flags.
export const staff = entity({
  name: 'staff',
  plural: 'staffs',
  label: 'Staff member',
  labelPlural: 'Staff',
  title: 'name',
  access: { read: 'user', write: 'manager', remove: 'manager' },
  fields: {
    name: name(),
    job_title: text(100),
    email: email(),
    phone_mobile: phone().label('Mobile'),
    phone_work: phone().label('Work phone'),
    is_active: flag().label('Working here').initially(true),
    user_id: ref('user').label('Sign-in').seenBy('manager').setBy('admin'),
    view_customer_direct_debit: flag()
      .label('May see customers’ direct debit details')
      .seenBy('manager')
      .setBy('admin'),
    set_customer_direct_debit_password: flag()
      .label('May set the access password to them')
      .seenBy('manager')
      .setBy('admin'),
    encrypt: flag().label('Files are encrypted').seenBy('manager').setBy('admin'),
    can_decrypt: flag().label('May open encrypted files').seenBy('manager').setBy('admin'),
    allow_duplicate_file: flag().label('May upload a file twice').seenBy('manager').setBy('admin'),
  },
  list: ['name', 'job_title', 'email', 'phone_mobile', 'is_active', 'view_customer_direct_debit'],
  inPlace: ['job_title', 'phone_mobile', 'phone_work'],
  form: {
    Identity: ['name', 'job_title', 'email', 'phone_mobile', 'phone_work', 'is_active', 'user_id'],
    'What they may do': [
      'view_customer_direct_debit',
      'set_customer_direct_debit_password',
      'encrypt',
      'can_decrypt',
      'allow_duplicate_file',
    ],
  },
  search: ['name', 'email', 'job_title'],
  find: {
    names: ['name'],
    emails: ['email'],
    phones: ['phone_mobile', 'phone_work'],
    words: ['job_title'],
  },
  order: 'name',
  full: true,
  duplicates: ['name', 'email', 'phone_mobile'],
})

export type Staff = Row<typeof staff>
