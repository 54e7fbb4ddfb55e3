import { createReadStream, existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { csvRecords } from '#domain/kit/csv-reader.ts'
import { nameKey, streetKeys } from '#domain/map/address.ts'
import { isInNewZealand } from '#domain/map/place.ts'
import { refusal } from '#server/kit/start/refusal.ts'

/** The columns of the file that are read; it has more. */
const columns = {
  id: 'address_id',
  number: 'full_address_number',
  road: 'full_road_name',
  suburb: 'suburb_locality',
  town: 'town_city',
  latitude: 'gd2000_ycoord',
  longitude: 'gd2000_xcoord',
} as const
type Column = keyof typeof columns

interface Tally {
  loaded: number
  skipped: number
}

const TOLD_EVERY = 250_000

/** Replaces the table of addresses by what a file holds: all of it or, if it fails, nothing. */
export async function loadAddresses(
  ownerUrl: string,
  file: string,
  log: (line: string) => void,
): Promise<Tally> {
  if (!existsSync(file)) throw refusal(`The file ${file} does not exist.`)
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const tally = { loaded: 0, skipped: 0 }
  try {
    await client.query('begin')
    await client.query(`create temporary table loading (id bigint, street_key text, suburb text,
      town text, suburb_key text, town_key text, latitude float8, longitude float8) on commit drop`)
    const target = client.query(copyFrom('copy loading from stdin'))
    await pipeline(Readable.from(copyLines(file, tally, log)), target)
    if (tally.loaded === 0) throw refusal(`The file ${file} holds no address of New Zealand.`)
    for (const statement of takeOver) await client.query(statement)
    await client.query('commit')
  } finally {
    await client.end()
  }
  return tally
}

// Whatever was found by an earlier table is looked for anew; what somebody placed by hand stays.
const takeOver = [
  'truncate addresses, localities',
  `insert into addresses (id, street_key, suburb_key, town_key, latitude, longitude)
   select distinct on (id) id, street_key, suburb_key, town_key, latitude, longitude
   from loading order by id`,
  `insert into localities (suburb, town, suburb_key, town_key, latitude, longitude, houses)
   select min(suburb), min(town), suburb_key, town_key, avg(latitude),
     avg(case when longitude < 0 then longitude + 360 else longitude end), count(*)
   from loading group by suburb_key, town_key`,
  'update localities set longitude = longitude - 360 where longitude > 180',
  'alter table customers no force row level security',
  'alter table meters no force row level security',
  `update customers set located_line = null
   where location_source is distinct from 'manual' and located_line is not null`,
  `update meters set located_line = null
   where location_source is distinct from 'manual' and located_line is not null`,
  'alter table customers force row level security',
  'alter table meters force row level security',
  'analyze addresses',
  'analyze localities',
]

/** The file line by line, as COPY takes it: however long it is, little of it is in memory. */
async function* copyLines(file: string, tally: Tally, log: (line: string) => void) {
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })
  let places: Record<Column, number> | null = null
  for await (const line of lines) {
    const [record] = csvRecords(line, ',')
    if (!record) continue
    if (!places) {
      places = placesOf(record.fields)
      continue
    }
    const row = rowOf(record.fields, places)
    if (!row) tally.skipped++
    else {
      tally.loaded++
      yield row
    }
    if (row && tally.loaded % TOLD_EVERY === 0) log(`${tally.loaded} addresses read …`)
  }
}

function placesOf(head: readonly string[]): Record<Column, number> {
  const names: string[] = head.map((cell) => cell.trim().toLowerCase())
  const entries = Object.entries(columns).map(([column, name]) => {
    const place = names.indexOf(name)
    if (place < 0) throw refusal(`The file has no column ${name}.`)
    return [column, place] as const
  })
  return Object.fromEntries(entries) as Record<Column, number> // Every column has been found.
}

function rowOf(fields: readonly string[], places: Record<Column, number>): string | null {
  const of = (column: Column) => (fields[places[column]] ?? '').trim()
  const [street_key] = streetKeys(`${of('number')} ${of('road')}`)
  const place = { latitude: Number(of('latitude')), longitude: Number(of('longitude')) }
  if (!street_key || !/^\d{1,15}$/.test(of('id')) || !isInNewZealand(place)) return null
  const names = [of('suburb'), of('town'), nameKey(of('suburb')), nameKey(of('town'))]
  const cells = [of('id'), street_key, ...names, place.latitude, place.longitude]
  return `${cells.map((cell) => escaped(String(cell))).join('\t')}\n`
}

const escaped = (cell: string) => cell.replaceAll('\\', '\\\\').replace(/[\t\r\n]/g, ' ')
