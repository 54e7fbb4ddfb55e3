import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entity } from './entity.ts'
import * as kinds from './field.ts'
import { Problem } from './problem.ts'
import { createSchema, updateSchema } from './schema.ts'
import { validate } from './validate.ts'

const meter = entity({
  name: 'meter',
  plural: 'meters',
  title: 'name',
  access: { read: 'user', write: 'user', remove: 'manager' },
  fields: {
    name: kinds.name(),
    number: kinds.reference(10),
    icp_number: kinds.icp(),
    nzbn: kinds.nzbn(),
    gst_number: kinds.gstNumber(),
    bank_account_number: kinds.bankAccount(),
    secret_number: kinds.bankAccount().masked(),
    bank_swift_number: kinds.bic(),
    postcode: kinds.postcode(),
    email: kinds.email(),
    recipients: kinds.emails(),
    phone: kinds.phone(),
    website_url: kinds.url(),
    is_active: kinds.flag(),
    count: kinds.integer(),
    amount: kinds.money(),
    rate_amount: kinds.rate(),
    discount_percent: kinds.percent(),
    use: kinds.quantity(),
    date_start: kinds.date(),
    dob: kinds.date().anyDay(),
    read_at: kinds.timestamp(),
    kind: kinds.choice('gas', 'water'),
    notes: kinds.longText(),
    html: kinds.richText(),
    partner_id: kinds.ref('partner'),
    partner_ids: kinds.refs('partner'),
    extra: kinds.json(),
    balance: kinds.money().readonly(),
    approved: kinds.flag().setBy('manager'),
  },
  list: ['name'],
  form: { All: ['name', 'email', 'icp_number'] },
  search: ['name'],
  order: 'name',
})

const parse = (input: object) =>
  validate(createSchema(meter), { name: 'Meter', ...input }, meter) as Record<string, unknown>

function refusal(input: object): Problem {
  try {
    parse(input)
  } catch (error) {
    if (error instanceof Problem) return error
  }
  throw new Error(`Nothing refused ${JSON.stringify(input)}`)
}

describe('values are normalised on the way in', () => {
  test.each([
    [{ icp_number: ' 0000143418trd9f ' }, '0000143418TRD9F'],
    [{ icp_number: '18984CP2DD' }, '0000018984CP2DD'],
    [{ nzbn: '9429 0446 50421' }, '9429044650421'],
    [{ gst_number: '049-091-850' }, '49091850'],
    [{ bank_account_number: '01-902-0068389-00' }, '0109020068389000'],
    [{ bank_swift_number: 'anzbnz22' }, 'ANZBNZ22'],
    [{ email: ' Jo@Example.CO.NZ ' }, 'jo@example.co.nz'],
    [{ phone: '021 123 4567' }, '+64211234567'],
    [{ amount: '12.5' }, '12.50'],
    [{ amount: '-0' }, '0.00'],
    [{ rate_amount: '0.12345678' }, '0.12345678'],
    [{ discount_percent: '10' }, '10.0000'],
    [{ use: '1234.5' }, '1234.500000'],
    [{ dob: '1950-01-31' }, '1950-01-31'],
    [{ notes: 'two\nlines' }, 'two\nlines'],
    [{ kind: 'gas' }, 'gas'],
    [{ email: '' }, null],
    [{ partner_id: null }, null],
    [{ secret_number: '••••123' }, '••••123'],
  ])('%j', (input, expected) => {
    const [name = ''] = Object.keys(input)
    expect(parse(input)[name]).toEqual(expected)
  })
})

// Shows: V1.2.2
describe('what does not fit is refused with its own code, in words', () => {
  test.each([
    [{ name: 'X' }, 467],
    [{ number: '12' }, 471],
    [{ icp_number: '12345' }, 471],
    [{ icp_number: '0000143418TRD9E' }, 400],
    [{ nzbn: '94290' }, 471],
    [{ nzbn: '9429041234567' }, 400],
    [{ gst_number: '136410133' }, 400],
    [{ bank_account_number: '01-0242-0100195-00' }, 400],
    [{ email: 'nonsense' }, 466],
    [{ recipients: ['fine@example.co.nz', 'bad'] }, 466],
    [{ phone: '111' }, 471],
    [{ website_url: 'javascript:alert(1)' }, 400],
    [{ is_active: 'yes' }, 400],
    [{ count: 1.5 }, 400],
    [{ count: 2 ** 31 }, 400],
    [{ amount: 12.5 }, 400],
    [{ amount: '1e3' }, 400],
    [{ amount: '0.001' }, 400],
    [{ amount: '9999999999999.00' }, 400],
    [{ date_start: '2018-12-31' }, 400],
    [{ date_start: '2026-02-30' }, 400],
    [{ read_at: 'yesterday' }, 400],
    [{ kind: 'coal' }, 400],
    [{ name: 'two\nlines' }, 400],
    [{ notes: 'nul\u0000' }, 400],
    [{ notes: 'x'.repeat(10_001) }, 400],
    [{ partner_id: 0 }, 400],
    [{ partner_id: '5' }, 400],
    [{ balance: '1.00' }, 400],
    [{ unknown: 1 }, 400],
    [{ name: null }, 400],
    [{ name: undefined }, 400],
  ])('%j', (input, code) => {
    const problem = refusal(input)
    expect(problem.code).toBe(code)
    const [field = ''] = Object.keys(input)
    expect(problem.detail.errors?.[0]?.field).toMatch(new RegExp(`^${field}`))
    expect(problem.detail.errors?.[0]?.message).toMatch(/^[A-Z{].*[.]$/s)
    expect(problem.detail.errors?.[0]?.message).not.toMatch(/invalid|expected|received/i)
  })
})

test('shape failures answer 400 even beside a field with its own code, and all are listed', () => {
  const problem = refusal({ name: 'X', amount: 5, email: 'bad' })
  expect(problem.code).toBe(400)
  expect(problem.detail.errors?.map((error) => error.field)).toEqual(['name', 'email', 'amount'])
})

// Shows: T03
test('a field that only managers set is unknown to a user’s form', () => {
  expect('approved' in createSchema(meter, 'user').shape).toBe(false)
  expect('approved' in createSchema(meter, 'manager').shape).toBe(true)
})

test('a change names its row, and needs nothing else', () => {
  expect(validate(updateSchema(meter), { id: '7', version: 2 }, meter)).toEqual({
    id: 7,
    version: 2,
  })
  expect(() => validate(updateSchema(meter), { name: 'New' }, meter)).toThrow(Problem)
})

// Shows: V2.2.1
test('no text makes validation throw anything but a Problem, and what passes is storable', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...Object.keys(meter.fields)),
      (text, name) => {
        const schema = createSchema(meter)
        const parsed = schema.safeParse({ name: 'Meter', [name]: text })
        if (!parsed.success) return
        const value = (parsed.data as Record<string, unknown>)[name]
        if (typeof value === 'string') {
          expect(value).not.toContain('\u0000')
          expect(value.isWellFormed()).toBe(true)
        }
      },
    ),
  )
})

test('decimal text survives validation without losing a digit', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e11, max: 1e11 }), fc.nat({ max: 99 }), (whole, fraction) => {
      const text = `${whole}.${String(fraction).padStart(2, '0')}`
      const stored = parse({ amount: text }).amount
      expect(BigInt(String(stored).replace('.', ''))).toBe(BigInt(text.replace('.', '')))
    }),
  )
})
