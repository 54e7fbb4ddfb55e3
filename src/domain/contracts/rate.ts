import { type Entity, entity, type Row } from '#domain/kit/entity.ts'
import { date, flag, name, option, rate as rateField, ref } from '#domain/kit/field.ts'

// Sell and buy rates have the same shape; only the update they came with differs.
const fields = {
  rate_name: name(100).label('Rate'),
  contract_id: ref('contract').required().part(),
  rate_type: option('rate_type').required().initially('variable'),
  rate_amount: rateField().required().label('Amount').hint('Dollars per unit, without GST.'),
  rate_unit: option('rate_unit').required().initially('kWh'),
  valid_from_date: date().required().unique('nameConflict').label('Valid from'),
  register_code: option('register_code')
    .label('Register')
    .hint('Left empty, the rate is for everything the connection used.'),
  with_losses: flag().label('Losses are charged'),
}
const columns = [
  'rate_name',
  'rate_type',
  'rate_amount',
  'rate_unit',
  'valid_from_date',
  'register_code',
  'with_losses',
] as const

const shape = {
  title: 'rate_name',
  access: { read: 'user', write: 'user', remove: 'user' },
  list: ['contract_id', ...columns],
  form: { Rate: ['contract_id', ...columns] },
  search: ['rate_name'],
  order: '-valid_from_date',
} as const

/** What the customer pays for, from a day on. */
export const rate = entity({
  ...shape,
  name: 'rate',
  plural: 'rates',
  fields: { ...fields, rateupdate_id: ref('rateupdate').readonly().part() },
})

/** What the supplier charges us, from a day on. */
export const supplierrate = entity({
  ...shape,
  name: 'supplierrate',
  plural: 'supplierrates',
  label: 'Supplier rate',
  labelPlural: 'Supplier rates',
  fields: { ...fields, supplierrateupdate_id: ref('supplierrateupdate').readonly().part() },
})

/** Sell or buy rates, as far as they are the same. */
export type RateEntity = Entity<typeof fields>
export type Rate = Row<RateEntity>
