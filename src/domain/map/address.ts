/** An address as customers and connections have it. */
export interface StreetAddress {
  street: string | null
  suburb: string | null
  city: string | null
  country?: string | null
}

const endings: Record<string, string> = {
  st: 'street',
  str: 'street',
  rd: 'road',
  ave: 'avenue',
  av: 'avenue',
  dr: 'drive',
  pl: 'place',
  cres: 'crescent',
  cr: 'crescent',
  tce: 'terrace',
  terr: 'terrace',
  ln: 'lane',
  hwy: 'highway',
  pde: 'parade',
  blvd: 'boulevard',
  ct: 'court',
  gr: 'grove',
  gve: 'grove',
  sq: 'square',
  qy: 'quay',
  esp: 'esplanade',
  cl: 'close',
  rse: 'rise',
  hts: 'heights',
}
const directions = new Set(['north', 'south', 'east', 'west', 'central', 'extension'])
const unitAndNumber =
  /^(?:(?:unit|flat|apartment|apt|suite|shop|villa|studio)\s*)?(\w+)\s*\/\s*(\d+[a-z]?)\s+(.+)$/
const unitThenNumber =
  /^(?:unit|flat|apartment|apt|suite|shop|villa|studio)\s*(\w+)\s+(\d+[a-z]?)\s+(.+)$/
const plainNumber = /^(\d+[a-z]?)(?:\s*-\s*\d+[a-z]?)?\s+(.+)$/
const NEW_ZEALAND = new Set(['', 'nz', 'aotearoa', 'new zealand', 'aotearoa new zealand'])

/** Without macrons, capitals and punctuation: two ways to write one name are the same here. */
export function nameKey(text: string | null | undefined): string {
  return (text ?? '')
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’ʻ]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9/-]+/g, ' ')
    .trim()
}

/** What a house is looked up by, the most exact first; none where no house is named. */
export function streetKeys(street: string | null | undefined): string[] {
  const text = nameKey(street)
  const withUnit = unitAndNumber.exec(text) ?? unitThenNumber.exec(text)
  if (withUnit) {
    const [, unit = '', number = '', road = ''] = withUnit
    const whole = `${number} ${roadKey(road)}`
    return [`${unit}/${whole}`, whole]
  }
  const [, number, road] = plainNumber.exec(text) ?? []
  if (!number || !road) return []
  // The house that a flat is named after by a letter may be known where the flat is not.
  const house = number.replace(/[a-z]$/, '')
  const keys = [`${number} ${roadKey(road)}`, `${house} ${roadKey(road)}`]
  return [...new Set(keys)]
}

/** Roads are written out, whatever somebody shortened. */
function roadKey(road: string): string {
  const words = road.replaceAll('-', ' ').split(' ').filter(Boolean)
  if (words[0] === 'mt') words[0] = 'mount'
  const last = directions.has(words.at(-1) ?? '') ? words.length - 2 : words.length - 1
  const ending = endings[words[last] ?? '']
  if (ending && last > 0) words[last] = ending
  return words.join(' ')
}

export function isAbroad({ country }: Pick<StreetAddress, 'country'>): boolean {
  return !NEW_ZEALAND.has(nameKey(country))
}

/** A house of the table of addresses. */
export interface KnownHouse {
  street_key: string
  suburb_key: string
  town_key: string
  latitude: number
  longitude: number
}

// Houses this close to each other are the same one, entered twice: about 300 metres.
const SAME_PLACE = 0.003

/** The house that an address means; null where none fits, or several do. */
export function houseOf(address: StreetAddress, known: readonly KnownHouse[]): KnownHouse | null {
  const suburb = nameKey(address.suburb)
  const city = nameKey(address.city)
  for (const key of streetKeys(address.street)) {
    const there = known.filter(
      (house) => house.street_key === key && (city === '' || isIn(house, city)),
    )
    const near = there.filter((house) => suburb !== '' && isIn(house, suburb))
    const fitting = near.length > 0 ? near : city !== '' || suburb === '' ? there : []
    const [first] = fitting
    if (first && fitting.every((house) => isSame(house, first))) return first
    if (first) return null
  }
  return null
}

// People name a suburb where others name the town, and the other way round.
const isIn = ({ suburb_key, town_key }: KnownHouse, name: string) =>
  suburb_key === name || town_key === name

const isSame = (one: KnownHouse, other: KnownHouse) =>
  Math.abs(one.latitude - other.latitude) < SAME_PLACE &&
  Math.abs(one.longitude - other.longitude) < SAME_PLACE

/** Where a connection is, read from one line: a street, then a suburb or a town. */
export function addressOfLine(line: string, owner: StreetAddress | null): StreetAddress {
  const [street = '', ...rest] = line.split(',').map((part) => part.trim())
  const [suburb, city] = rest
  const isStreet = streetKeys(street).length > 0
  return {
    street: isStreet ? street : null,
    suburb: suburb ?? (isStreet ? (owner?.suburb ?? null) : street),
    city: city ?? owner?.city ?? null,
    country: owner?.country ?? null,
  }
}
