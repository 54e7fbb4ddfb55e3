import { entity, type Row } from '#domain/kit/entity.ts'
import {
  bankAccount,
  bic,
  email,
  flag,
  name,
  phone,
  postcode,
  text,
  url,
} from '#domain/kit/field.ts'

export const supplier = entity({
  name: 'supplier',
  plural: 'suppliers',
  title: 'name',
  access: { read: 'user', write: 'manager', remove: 'manager' },
  fields: {
    name: name().unique('nameConflict'),
    short_name: text(40),
    monday_name: text(100).label('Name on Monday boards'),
    // Retailers default and vanish; the row stays for the history of their contracts.
    is_active: flag().label('In business').initially(true),
    supplier_direct_debit: flag().label('Collects by direct debit'),
    allow_duplicate_file: flag().label('Same bill file may come twice'),
    contact_name: text(),
    email: email(),
    phone: phone(),
    hotline: phone().label('Faults hotline'),
    website_url: url().label('Website'),
    street: text(),
    suburb: text(100).suggests('suburb'),
    city: text(100).suggests('city'),
    postcode: postcode(),
    network_name: text(100).label('Network'),
    bank_name: text(100),
    bank_account_name: text(100),
    bank_account_number: bankAccount(),
    bank_swift_number: bic().label('SWIFT code'),
  },
  list: ['name', 'short_name', 'network_name', 'hotline', 'email', 'phone', 'is_active'],
  inPlace: ['short_name', 'contact_name', 'phone', 'hotline'],
  form: {
    Identity: ['name', 'short_name', 'monday_name', 'is_active', 'network_name', 'hotline'],
    Contact: ['contact_name', 'email', 'phone', 'website_url'],
    Address: ['street', 'suburb', 'city', 'postcode'],
    Billing: ['supplier_direct_debit', 'allow_duplicate_file'],
    Bank: ['bank_name', 'bank_account_name', 'bank_account_number', 'bank_swift_number'],
  },
  search: ['name', 'short_name', 'email', 'network_name'],
  find: {
    names: ['name', 'short_name', 'contact_name'],
    emails: ['email'],
    phones: ['phone', 'hotline'],
  },
  order: 'name',
  full: true,
  duplicates: ['name', 'email', 'phone'],
})

export type Supplier = Row<typeof supplier>
