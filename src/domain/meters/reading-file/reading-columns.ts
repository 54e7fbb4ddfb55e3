import { type ColumnMapping, fileColumns } from '#domain/kit/import/file-columns.ts'

/** The columns of a file with one reading in each row, as suppliers and meter readers name them. */
export const readingColumns = fileColumns(
  {
    meter_number:
      'meter serial number, meter serial, serial number, meter no, meter id, serial, meter',
    icp_number: 'icp identifier, icp no, icp id, icp',
    register_code: 'register content code, register name, register, channel',
    flow: 'energy flow, flow direction, energy flow direction, direction',
    reading_date:
      'read date, current read date, current reading date, date read, period end, read period end date and time, end date, date to, to date, date',
    period_start:
      'read period start date and time, previous read date, previous reading date, start date, date from, from date',
    reading_latest:
      'latest reading, current reading, current read, present reading, closing reading, meter reading, reading, read, value',
    reading_quantity: 'quantity, consumption, usage, kWh consumption, units, volume, kWh, m3',
    reading_latest_type: 'reading type, read type, read status, reading status, type, kind, status',
  },
  (mapping) => {
    if (mapping.meter_number === undefined && mapping.icp_number === undefined)
      return 'Say which column holds the meter number or the ICP.'
    if (mapping.reading_date === undefined) return 'Say which column holds the date.'
    if (mapping.reading_latest === undefined && mapping.reading_quantity === undefined)
      return 'Say which column holds the reading or the quantity.'
    return null
  },
)

export type MappedField = (typeof readingColumns)['names'][number]
export type ReadingMapping = ColumnMapping<MappedField>
