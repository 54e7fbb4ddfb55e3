import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, integer, name, option, ref } from '#domain/kit/field.ts'

/** One set of dials of a meter: day, night, controlled, or what goes back into the network. */
export const meterregister = entity({
  name: 'meterregister',
  plural: 'meterregisters',
  label: 'Register',
  labelPlural: 'Registers',
  title: 'name',
  access: { read: 'user', write: 'user', remove: 'manager' },
  fields: {
    name: name(60).initially('Anytime'),
    meter_id: ref('meter').required().part(),
    register_code: option('register_code').required().unique('nameConflict').initially('UN'),
    digits: integer().required().initially(5).label('Dials'),
    flow: choice('X', 'I')
      .required()
      .initially('X')
      .label('Flow')
      .hint('X is taken from the network, I is put into it.'),
  },
  list: ['meter_id', 'name', 'register_code', 'digits', 'flow'],
  form: { Register: ['meter_id', 'name', 'register_code', 'digits', 'flow'] },
  check: ({ digits }) =>
    typeof digits === 'number' && (digits < 1 || digits > 12)
      ? [{ field: 'digits', code: 'bad_request', message: 'Dials is between 1 and 12.' }]
      : [],
  search: ['name', 'register_code'],
  order: 'meter_id',
})

export type MeterRegister = Row<typeof meterregister>
