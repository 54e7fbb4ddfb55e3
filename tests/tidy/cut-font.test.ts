import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { WEIGHTS } from '../../scripts/build/cut-inter.ts'

const screens = globSync('src/web/**/*.{ts,tsx,css}').map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}))

/** Everything that any screen writes at a place, with the file it is in. */
const written = (place: RegExp) =>
  screens.flatMap(({ path, text }) =>
    [...text.matchAll(place)].map(([, found = '']) => ({ path, found })),
  )

test('screens ask for no weight that the build cuts off their font', () => {
  const asked = [
    ...written(/font-weight:\s*([^;]+)/g),
    ...written(/fontWeight:\s*'?([\w-]+)/g),
    ...written(/\bfw=[{"]([^}"]+)/g),
  ]
  expect(asked.length).toBeGreaterThan(100)
  for (const { path, found } of asked)
    for (const [weight] of found.matchAll(/\d+|light\w*|bolder/g)) {
      expect(Number(weight), `${weight} in ${path}`).toBeGreaterThanOrEqual(WEIGHTS.min)
      expect(Number(weight), `${weight} in ${path}`).toBeLessThanOrEqual(WEIGHTS.max)
    }
})

test('screens ask for no feature that the build cuts off their font', () => {
  const asked = [
    ...written(/font-variant[\w-]*:\s*([^;]+)/g),
    ...written(/font-feature-settings:\s*([^;]+)/g),
    ...written(/fontVariant\w*:\s*'([^']+)/g),
    ...written(/fontFeatureSettings:\s*'([^']+)/g),
  ]
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.filter(({ found }) => found !== 'tabular-nums')).toEqual([])
})
