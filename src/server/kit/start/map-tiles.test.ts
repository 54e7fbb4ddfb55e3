import { expect, test } from 'vitest'
import { z } from 'zod'
import { mapTiles, mapTilesEnvironment } from './map-tiles.ts'

const environment = z.object(mapTilesEnvironment)

test('tiles have an address with a place for each of their three numbers', () => {
  const MAP_TILES_URL = 'https://tiles.example.co.nz:8443/a/{z}/{x}/{y}.png?key={key}'
  const given = environment.parse({ MAP_TILES_URL, MAP_TILES_ATTRIBUTION: 'Ours' })
  expect(mapTiles(given)).toEqual({
    url: MAP_TILES_URL,
    attribution: 'Ours',
    origin: 'https://tiles.example.co.nz:8443',
  })
  expect(mapTiles(environment.parse({}))).toBeUndefined()
})

test.each([
  'https://tiles.example.co.nz/{z}/{x}.png',
  'ftp://tiles.example.co.nz/{z}/{x}/{y}.png',
  'https://{s}.tiles.example.co.nz/{z}/{x}/{y}.png',
  "https://tiles.example.co.nz;script-src'*'/{z}/{x}/{y}.png",
  'https://tiles.example.co.nz script-src/{z}/{x}/{y}',
  '/{z}/{x}/{y}.png',
])('%s is refused before anything starts', (MAP_TILES_URL) => {
  expect(environment.safeParse({ MAP_TILES_URL }).success).toBe(false)
})
