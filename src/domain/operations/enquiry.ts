import { entity, type Row } from '#domain/kit/entity.ts'
import { date, email, longText, name, option, phone, ref, text } from '#domain/kit/field.ts'

/** Somebody asks: a lead from the website, a call, a customer with a question. */
export const enquiry = entity({
  name: 'enquiry',
  plural: 'enquiries',
  title: 'subject',
  access: { read: 'user', write: 'user', remove: 'manager' },
  fields: {
    subject: name(),
    text_plain: longText().label('Enquiry'),
    enquiry_status: option('enquiry_status').label('Status').initially('open'),
    contact_name: text(),
    email: email(),
    phone: phone(),
    customer_id: ref('customer'),
    staff_id: ref('staff').label('Looked after by'),
    follow_up_date: date().label('Follow up on'),
  },
  list: ['subject', 'enquiry_status', 'contact_name', 'customer_id', 'staff_id', 'follow_up_date'],
  inPlace: ['follow_up_date', 'staff_id'],
  form: {
    Enquiry: ['subject', 'text_plain', 'enquiry_status', 'follow_up_date', 'staff_id'],
    Contact: ['contact_name', 'email', 'phone', 'customer_id'],
  },
  search: ['subject', 'contact_name', 'email', 'text_plain'],
  find: {
    names: ['contact_name'],
    emails: ['email'],
    phones: ['phone'],
    words: ['subject'],
  },
  order: '-created_at',
})
export type Enquiry = Row<typeof enquiry>
