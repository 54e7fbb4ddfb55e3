import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLabelled, ticksBetween, ticksTo } from './bar-scale.ts'

test('the scale of a chart goes in round steps from zero over the highest bar', () => {
  expect(ticksTo(2950)).toEqual([0, 1000, 2000, 3000])
  expect(ticksTo(0.9)).toEqual([0, 0.25, 0.5, 0.75, 1])
  expect(ticksTo(0)).toEqual([0, 1])
})

test('no bar reaches over the scale, and the scale has few steps', () => {
  const heights = fc.double({ min: 1e-6, max: 1e12, noNaN: true })
  fc.assert(
    fc.property(heights, (highest) => {
      const ticks = ticksTo(highest)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest * (1 - 1e-6))
      expect(ticks.length).toBeLessThanOrEqual(6)
    }),
  )
})

test('labels are left out where there is no room, the last one never', () => {
  const shown = (count: number, width: number) =>
    Array.from({ length: count }, (_, place) => isLabelled(place, count, width, 40))
  expect(shown(12, 800)).not.toContain(false)
  expect(shown(36, 360).filter(Boolean)).toHaveLength(9)
  expect(shown(36, 360).at(-1)).toBe(true)
})

test('where something is below zero the scale goes below it in the same steps', () => {
  expect(ticksBetween(-900, 2950)).toEqual([-1000, 0, 1000, 2000, 3000])
  expect(ticksBetween(-40, 0)).toEqual([-40, -30, -20, -10, 0])
  expect(ticksBetween(0, 2950)).toEqual(ticksTo(2950))
})
