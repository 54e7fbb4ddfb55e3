import { entity, type Row } from '#domain/kit/entity.ts'
import {
  choice,
  date,
  flag,
  json,
  longText,
  option,
  quantity,
  ref,
  text,
} from '#domain/kit/field.ts'

/** A reading of one register; what was used since the one before is computed and kept with it. */
export const meterreading = entity({
  name: 'meterreading',
  plural: 'meterreadings',
  label: 'Meter reading',
  labelPlural: 'Meter readings',
  title: 'reading_date',
  access: { read: 'user', write: 'user', remove: 'user' },
  fields: {
    reading_date: date().required().unique('conflict'),
    meter_id: ref('meter').required(),
    meterregister_id: ref('meterregister')
      .label('Register')
      .hint('Left empty, the meter’s only one.'),
    reading_latest_type: option('reading_type').required().initially('actual').label('Kind'),
    reading_latest: quantity().label('Reading'),
    reading_previous: quantity().readonly().label('Reading before'),
    period_start: date().hint('Only where a quantity is given instead of a reading.'),
    reading_quantity: quantity().label('Quantity').hint('Computed, unless there is no reading.'),
    reading_losses: quantity().readonly().label('Losses'),
    reading_energy: quantity().readonly().label('Energy'),
    is_rollover: flag().label('Dials went round'),
    final_reading: flag(),
    problem: text().readonly(),
    findings: json().readonly(),
    source: choice('staff', 'import', 'replacement').required().readonly().initially('staff'),
    readingimport_id: ref('readingimport').readonly().label('Import'),
    notes: longText(2000),
  },
  list: [
    'reading_date',
    'meter_id',
    'meterregister_id',
    'reading_latest_type',
    'reading_previous',
    'reading_latest',
    'reading_quantity',
    'reading_energy',
    'reading_losses',
    'final_reading',
  ],
  form: {
    Reading: [
      'meter_id',
      'meterregister_id',
      'reading_date',
      'reading_latest_type',
      'reading_latest',
      'is_rollover',
      'final_reading',
    ],
    Quantity: ['period_start', 'reading_quantity'],
    Notes: ['notes'],
  },
  search: ['notes'],
  order: '-reading_date',
})

export type MeterReading = Row<typeof meterreading>
