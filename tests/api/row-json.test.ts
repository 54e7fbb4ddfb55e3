import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entity } from '#domain/kit/entity.ts'
import * as field from '#domain/kit/field.ts'
import { type Database, openDatabase } from '#server/kit/database/database.ts'
import { selectList } from '#server/kit/rows/column.ts'
import { shapeOf } from '#server/kit/rows/row-shape.ts'
import { wires } from '#server/kit/wire/wire.ts'
import { makeWorld, type World } from '#tests/support/world.ts'

// Rows come straight from the bytes or through the driver's own queries: nobody can tell which.
const ways = ['bytes', 'plain'] as const
type Way = (typeof ways)[number]

let world: World
let databases: Record<Way, Database>
beforeAll(async () => {
  world = await makeWorld()
  const { appUrl: url } = world
  databases = {
    bytes: openDatabase({ url, max: 2, wire: wires.bytes }),
    plain: openDatabase({ url, max: 2, wire: wires.plain }),
  }
})
afterAll(async () => {
  await Promise.all(ways.map((way) => databases[way].close()))
  await world.close()
})

const everything = entity({
  name: 'thing',
  plural: 'things',
  title: 'words',
  access: { read: 'user', write: 'user', remove: 'user' },
  fields: {
    words: field.text(),
    hidden: field.text().masked(),
    yes: field.flag(),
    count: field.integer(),
    amount: field.money(),
    price: field.rate(),
    day: field.date(),
    moment: field.timestamp(),
    document: field.json(),
    addresses: field.emails(),
    others: field.refs('thing'),
    other: field.ref('thing'),
  },
  list: ['words'],
  form: {},
  search: ['words'],
  order: 'words',
})
const columns = ['id', ...Object.keys(everything.fields), 'version', 'created_at', 'deleted_at']
const shape = shapeOf(everything, columns)
const source = `(select n as id, $1::text as words, $1::text || '|sealed' as hidden, n % 2 = 0 as yes,
  $2::int as count, $3::numeric(14,2) as amount, $3::numeric(18,9) as price, $4::date as day,
  $5::timestamptz(3) as moment, jsonb_build_object('words', $1::text) as document,
  case when $1 is null then '{}' else array[$1::text, ''] end as addresses, array[1, n] as others,
  $2::bigint as other, 1 as version, $5::timestamptz(3) as created_at,
  null::timestamptz(3) as deleted_at
  from generate_series(1, $6::int) n) t`
const nobody = { organisation_id: null, user_id: null }

function bothOf(way: Way, values: unknown[]) {
  return databases[way].read(nobody, async (conn) => {
    const [ours, theirs] = await Promise.all([
      conn.json(shape, `select ${shape.select}, t.id, t.words from ${source}`, values),
      conn.query<{ row: string }>(
        `select (select row_to_json(r)::text from (select ${selectList(everything, columns)}) r) as row
         from ${source}`,
        values,
      ),
    ])
    return { ours, theirs: theirs.map(({ row }) => row) }
  })
}

// PostgreSQL keeps no text with a zero byte.
const anyText = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\u0000', ''))

// Shows: V1.2.3
test.each(ways)('%s: a row’s JSON is byte for byte what PostgreSQL makes of it', async (way) => {
  const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
  await fc.assert(
    fc.asyncProperty(
      nullable(anyText),
      nullable(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
      nullable(fc.integer({ min: -99_999_999, max: 99_999_999 }).map((n) => `${n / 100}`)),
      nullable(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }),
      ),
      async (words, count, amount, moment) => {
        const instant = moment?.toISOString() ?? null
        const values = [words, count, amount, instant?.slice(0, 10) ?? null, instant, 2]
        const { ours, theirs } = await bothOf(way, values)
        expect(ours.map(({ json }) => json.toString())).toEqual(theirs)
        expect(ours.map(({ rest }) => rest)).toEqual([
          ['1', words],
          ['2', words],
        ])
      },
    ),
    { numRuns: 100, examples: [['"\\\b\f\n\r\t\u0001\u001f\u007f\u2028ā🏠', 0, '0', null]] },
  )
})

test.each(ways)('%s: rows that arrive in many packets stay whole', async (way) => {
  const words = 'Kōwhai "Energy" \\ '.repeat(2000)
  const { ours, theirs } = await bothOf(way, [words, 1, '1', null, null, 60])
  expect(ours.map(({ json }) => json.toString())).toEqual(theirs)
})

test.each(ways)('%s: a statement that fails leaves its connection in order', async (way) => {
  const answer = await databases[way].read(nobody, async (conn) => {
    const refused = conn.json(shape, 'select 1 / $1::int', [0]).catch(({ code }) => code)
    const narrow = conn.json(shape, 'select $1::int', [1]).catch(({ message }) => message)
    const after = conn.query<{ n: number }>('select 7 as n')
    return Promise.all([refused, narrow, after])
  })
  expect(answer).toEqual(['22012', 'A row with fewer cells than its shape.', [{ n: 7 }]])
})

test('a list that hides what it is sorted by still leads to its next page', async () => {
  const user = await world.as('user')
  for (const name of ['Āwhina', 'Rāwiri', 'Hēmi']) await user.put('/customer', { name })
  const ask = { fields: 'city', order: '-name', limit: 1 }
  const first = await user.get('/customers', ask)
  const next = await user.get('/customers', { ...ask, cursor: first.body.info.next_cursor })
  const byName = await user.get('/customers', { order: '-name' })
  const ids = byName.body.data.map((row: { id: number }) => row.id)
  expect([first.body.data[0].id, next.body.data[0].id]).toEqual(ids.slice(0, 2))
})
