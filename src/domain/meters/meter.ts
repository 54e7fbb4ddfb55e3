import { locationSources } from '#domain/customers/location-source.ts'
import { entity, type Row } from '#domain/kit/entity.ts'
import {
  choice,
  date,
  flag,
  icp,
  integer,
  longText,
  option,
  phone,
  quantity,
  rate,
  ref,
  text,
} from '#domain/kit/field.ts'
import { meterErrors } from './meter-connection.ts'

export const meter = entity({
  name: 'meter',
  plural: 'meters',
  title: 'meter_number',
  access: { read: 'user', write: 'user', remove: 'manager' },
  fields: {
    meter_number: text(60).required().atLeast(3, 'numberTooShort').unique(),
    customer_id: ref('customer'),
    // The checksum of gas connections is not settled: wrong ones are a warning there.
    icp_number: icp().shapeOnly().label('ICP'),
    consumer_number: text(60),
    icp_type: option('icp_type').label('Service').initially('electricity'),
    meter_type: option('meter_type'),
    icp_location: text().suggests('address').label('Location'),
    meter_factor: rate(),
    multiplier_value: rate().label('Multiplier'),
    conversion_factor: rate().hint('Gas: pressure, altitude and temperature, or kWh per m³.'),
    calorific_value: rate().hint('MJ per m³. Left empty, the conversion factor is kWh per m³.'),
    loss_factor: rate(),
    meter_capacity_amount: quantity().label('Capacity'),
    meter_capacity_unit: option('capacity_unit').label('Capacity unit'),
    meter_capacity_charged: flag().label('Capacity is charged'),
    reading_interval: integer().label('Read every'),
    reading_interval_unit: option('interval_unit').label('Interval unit'),
    next_reading_date: date().label('Next reading'),
    last_reading_date: date().readonly().label('Last reading'),
    power_network: text(100).label('Network'),
    power_hotline: phone().label('Faults hotline'),
    date_installed: date().label('Installed'),
    date_removed: date().label('Removed'),
    customer_since_date: date().readonly().label('With the customer since'),
    replaces_meter_id: ref('meter').readonly().label('Replaces'),
    latitude: rate().readonly(),
    longitude: rate().readonly(),
    location_source: choice(...locationSources)
      .readonly()
      .label('Found on the map by'),
    notes: longText(),
  },
  list: [
    'meter_number',
    'customer_id',
    'icp_type',
    'icp_number',
    'icp_location',
    'power_network',
    'last_reading_date',
    'next_reading_date',
  ],
  inPlace: ['next_reading_date', 'power_hotline'],
  form: {
    Meter: ['meter_number', 'customer_id', 'icp_type', 'meter_type'],
    Connection: ['icp_number', 'consumer_number', 'icp_location', 'power_network', 'power_hotline'],
    Factors: [
      'multiplier_value',
      'meter_factor',
      'loss_factor',
      'conversion_factor',
      'calorific_value',
    ],
    'Capacity and reading': [
      'meter_capacity_amount',
      'meter_capacity_unit',
      'meter_capacity_charged',
      'reading_interval',
      'reading_interval_unit',
      'next_reading_date',
    ],
    Life: ['date_installed', 'date_removed', 'notes'],
  },
  check: meterErrors,
  search: ['meter_number', 'icp_number', 'consumer_number', 'icp_location'],
  find: {
    numbers: ['meter_number', 'icp_number', 'consumer_number'],
    words: ['icp_location'],
  },
  order: 'meter_number',
})

export type Meter = Row<typeof meter>
