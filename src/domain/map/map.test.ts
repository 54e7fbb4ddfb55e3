import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { regions } from '#domain/identity/geography.ts'
import { cities } from '#domain/identity/towns.ts'
import { addressOfLine, houseOf, type KnownHouse, streetKeys } from './address.ts'
import { boxText, gridBox, placeOfGrid, readBox, squareBits } from './box.ts'
import { readFilter } from './map-filter.ts'
import { isInNewZealand, keptPlace } from './place.ts'
import { townOf } from './town.ts'

describe('a box', () => {
  test.each([
    ['174.6,-41.4,175.1,-41.1', { west: 174.6, south: -41.4, east: 175.1, north: -41.1 }],
    ['178,-45,-176,-43', { west: 178, south: -45, east: 184, north: -43 }],
    ['0,-90,360,90', { west: 0, south: -90, east: 360, north: 90 }],
  ])('%s is read, over the date line as well', (text, box) => {
    expect(readBox(text)).toEqual(box)
  })

  test.each([
    '',
    '1,2,3',
    '1,2,3,4,5',
    'a,b,c,d',
    '175,-41.4,174,-41.1',
    '174,-41,175,-41.4',
    '174,-41,174,-40',
    '174,-91,175,-40',
    '174,-41,361,-40',
    '174,-41,175,NaN',
    '174,-41,175,1e1',
    ' 174,-41,175,-40',
    `174,-41,175,-40${'0'.repeat(99)}`,
  ])('%j is none', (text) => {
    expect(readBox(text)).toBeNull()
  })

  test('is written as it is read', () => {
    expect(readBox(boxText({ west: 174.123456, south: -41.5, east: 184, north: -40 }))).toEqual({
      ...{ west: 174.12346, south: -41.5, east: 184, north: -40 },
    })
  })

  test('holds on the grid what lies in it, and its squares halve with every zoom', () => {
    const degree = fc.double({ min: 166, max: 178, noNaN: true })
    const latitude = fc.double({ min: -47, max: -35, noNaN: true })
    fc.assert(
      fc.property(degree, latitude, (longitude, south) => {
        const here = gridBox({ west: longitude, south, east: longitude, north: south })
        const back = placeOfGrid(here.x_from, here.y_from)
        // A step of the grid is less than half a metre.
        expect(Math.abs(back.longitude - longitude)).toBeLessThan(0.000005)
        expect(Math.abs(back.latitude - south)).toBeLessThan(0.000005)
        expect(here.x_from >> squareBits(5)).toBe(Math.floor(longitude / (60 / 2 ** 5)))
        expect(here.y_from >> squareBits(9)).toBe(Math.floor(south / (45 / 2 ** 9)))
      }),
    )
  })
})

test('a place is in New Zealand on the mainland and on the Chathams, by either longitude', () => {
  const places: [number, number, boolean][] = [
    [-41.287, 174.776, true],
    [-46.9, 168.13, true],
    [-34.43, 172.68, true],
    [-43.95, -176.56, true],
    [-43.95, 183.44, true],
    [-33.87, 151.21, false],
    [41.287, 174.776, false],
    [-41.287, -174.776, false],
    [-21.2, -159.8, false],
    [-50.8, 166.1, false],
  ]
  for (const [latitude, longitude, isThere] of places)
    expect([latitude, longitude, isInNewZealand({ latitude, longitude })]).toEqual([
      ...[latitude, longitude, isThere],
    ])
  expect(keptPlace({ latitude: -43.95, longitude: 183.44 })).toEqual({
    ...{ latitude: '-43.950000', longitude: '-176.560000' },
  })
})

test('a filter names a layer, and a value where the layer has several', () => {
  expect(readFilter('')).toEqual({ layer: null, value: null })
  expect(readFilter('medical')).toEqual({ layer: 'medical', value: null })
  expect(readFilter('network:Wellington: East')).toEqual({
    ...{ layer: 'network', value: 'Wellington: East' },
  })
  for (const text of ['network', 'network:', 'overdue:1', 'nonsense', 'status:\u0000'])
    expect(readFilter(text), text).toBeNull()
})

describe('a street', () => {
  test.each([
    ['12 Marine Parade', ['12 marine parade']],
    ['12a Marine Pde', ['12a marine parade', '12 marine parade']],
    ['12-14 St Johns Rd', ['12 st johns road']],
    ['Unit 3, 14 Mt Eden Rd', ['3/14 mount eden road', '14 mount eden road']],
    ['3/14 Mount Eden Road', ['3/14 mount eden road', '14 mount eden road']],
    ['Flat 2/7B Ōtaki St', ['2/7b otaki street', '7b otaki street']],
    ['7 Queen St West', ['7 queen street west']],
    ['9 The Strand', ['9 the strand']],
    ['5 O’Connell St', ['5 oconnell street']],
    ['PO Box 12', []],
    ['Marine Parade', []],
    ['', []],
    [null, []],
  ])('%s is looked up by %j', (street, keys) => {
    expect(streetKeys(street)).toEqual(keys)
  })
})

const house = (given: Partial<KnownHouse>): KnownHouse => ({
  street_key: '1 main street',
  suburb_key: '',
  town_key: 'gore',
  latitude: -46.1,
  longitude: 168.94,
  ...given,
})

test('a house is one that street and town agree on; two that differ are none', () => {
  const gore = house({})
  const foxton = house({ town_key: 'foxton', latitude: -40.47 })
  const address = { street: '1 Main St', suburb: null, city: 'Gore' }
  expect(houseOf(address, [gore, foxton])).toBe(gore)
  expect(houseOf({ ...address, city: 'Bulls' }, [gore, foxton])).toBeNull()
  expect(houseOf({ ...address, city: null }, [gore, foxton])).toBeNull()
  expect(houseOf({ ...address, city: null }, [gore])).toBe(gore)
  const [east, west] = [house({ suburb_key: 'east' }), house({ suburb_key: 'west', latitude: -46 })]
  expect(houseOf(address, [east, west])).toBeNull()
  expect(houseOf({ ...address, suburb: 'West' }, [east, west])).toBe(west)
  // The flat is not known, the house is.
  expect(houseOf({ ...address, street: '4/1 Main Street' }, [gore])).toBe(gore)
})

test('a connection is read from its line, and what the line leaves out from its customer', () => {
  const owner = { street: '9 Hill Road', suburb: 'Kelburn', city: 'Wellington', country: 'NZ' }
  expect(addressOfLine('3 Quay St, Petone', owner)).toMatchObject({
    ...{ street: '3 Quay St', suburb: 'Petone', city: 'Wellington' },
  })
  expect(addressOfLine('3 Quay St, Petone, Lower Hutt', owner).city).toBe('Lower Hutt')
  expect(addressOfLine('Pump shed', owner)).toMatchObject({ street: null, suburb: 'Pump shed' })
})

test('every region has towns, each of them in the country and known by its name alone', () => {
  expect(cities.length).toBeGreaterThan(150)
  for (const { code } of regions)
    expect(cities.some(({ region_code }) => region_code === code)).toBe(true)
  expect(cities.filter((city) => !isInNewZealand(city))).toEqual([])
  expect(new Set(cities.map(({ name }) => name)).size).toBe(cities.length)
  expect(townOf({ street: null, suburb: 'Te Aro', city: 'WELLINGTON' })?.name).toBe('Wellington')
  expect(townOf({ street: null, suburb: null, city: 'Whangarei' })?.name).toBe('Whangārei')
  expect(townOf({ street: null, suburb: 'Ōtaki', city: null })?.name).toBe('Ōtaki')
  expect(townOf({ street: null, suburb: 'Nelson', city: 'Elsewhere' })).toBeNull()
})
