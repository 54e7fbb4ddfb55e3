import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detectFormat, readReadings } from './read-file.ts'
import { collectRows } from './reading-row.ts'

test.each([
  ['HDR,ICPHH,10,A,B,C,01/07/2026,10:00:00,1,1,202606,E,I', 'eiep3'],
  ['\ufeff\r\nhdr,icpcons,1.4,A,B,CUST,01/07/2026,R1,1,01/06/2026,30/06/2026', 'eiep13a'],
  ['DET,0000143418TRD9F,1,F,30/06/2026,1,0.5,,,X,', 'eiep3'],
  ['DET,A,0000143418TRD9F,000,,7,X,UN,24,01/06/2026 00:00:00,30/06/2026 23:59:59,RD,1,', 'eiep13a'],
  ['icp,response code,serial,flow,register,start,end,status,kwh', 'eiep13a'],
  ['ICP;Start date;Date;Reading\n1;2;3;4', 'csv'],
  ['meter,date,reading\nM1,30/06/2026,5', 'csv'],
  ['', null],
  ['%PDF-1.7\0\0\0', null],
])('%j is %s', (text, format) => {
  expect(detectFormat(text)).toBe(format)
})

test('a file is read by its format', () => {
  const csv = readReadings('meter,date,reading\nM1,30/06/2026,5', 'csv', {
    meter_number: 0,
    reading_date: 1,
    reading_latest: 2,
  })
  expect(collectRows(csv).rows).toHaveLength(1)
  expect(collectRows(readReadings('', 'eiep3')).warnings).toEqual(['The file has no header.'])
})

test('no text at all breaks a reader of any format', () => {
  const cells = fc.constantFrom('DET', 'HDR', '0000143418TRD9F', '000', '"', '30/06/2026', '1', 'X')
  const line = fc.array(fc.oneof(cells, fc.string({ maxLength: 8 })), { maxLength: 16 })
  const file = fc.array(line, { maxLength: 8 })
  fc.assert(
    fc.property(file, (lines) => {
      const text = lines.map((one) => one.join(',')).join('\n')
      detectFormat(text)
      collectRows(readReadings(text, 'eiep3'))
      collectRows(readReadings(text, 'eiep13a'))
    }),
  )
})
