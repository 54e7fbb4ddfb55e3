import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addWorkingDays, holidaysOf, isWorkingDay, nextWorkingDay } from './working-day.ts'

test.each([
  ['2025-04-18', '2025-04-22'],
  ['2025-12-25', '2025-12-29'],
  ['2026-01-01', '2026-01-05'],
  ['2026-02-06', '2026-02-09'],
  ['2026-04-25', '2026-04-28'],
  ['2026-07-10', '2026-07-13'],
  ['2026-12-25', '2026-12-29'],
  ['2026-12-26', '2026-12-29'],
  ['2027-01-01', '2027-01-05'],
  ['2027-01-02', '2027-01-05'],
  ['2027-02-06', '2027-02-09'],
  ['2027-04-25', '2027-04-27'],
  ['2027-12-25', '2027-12-29'],
  ['2028-01-01', '2028-01-05'],
  ['2026-11-14', '2026-11-16'],
])('what falls due on %s is due on %s', (nominal, due) => {
  expect(nextWorkingDay(nominal)).toBe(due)
})

test('a year has eleven national holidays, unless two of them meet', () => {
  for (let year = 2023; year <= 2052; year += 1) {
    // In 2038 and 2049 ANZAC Day moves onto Easter Monday or meets it.
    const isMet = holidaysOf(year).size === 10
    if (isMet) expect(year === 2038 || year === 2049, String(year)).toBe(true)
    else expect(holidaysOf(year).size).toBe(11)
  }
})

test.each([
  ['2026-04-27', 'ANZAC Day'],
  ['2026-06-01', 'King’s Birthday'],
  ['2026-07-10', 'Matariki'],
  ['2026-10-26', 'Labour Day'],
  ['2026-12-28', 'Boxing Day'],
  ['2038-04-26', 'Easter Monday and ANZAC Day'],
  ['2022-09-26', 'Queen Elizabeth II Memorial Day'],
  ['2026-12-26', undefined],
])('on %s the banks keep %s', (day, name) => {
  expect(holidaysOf(Number(day.slice(0, 4))).get(day)).toBe(name)
})

test('every Matariki is a Friday', () => {
  for (let year = 2022; year <= 2052; year += 1) {
    const winter = [...holidaysOf(year).keys()].filter((day) =>
      /-(06-1[5-9]|06-[23]\d|07-\d\d)$/.test(day),
    )
    expect(winter).toHaveLength(1)
    expect(Temporal.PlainDate.from(winter[0] ?? '').dayOfWeek).toBe(5)
  }
})

test('counting working days there and back ends on the same day', () => {
  const first = Temporal.PlainDate.from('2024-01-01')
  const anyDay = fc.integer({ min: 0, max: 2000 }).map((days) => first.add({ days }).toString())
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 1, max: 40 }), (day, count) => {
      const start = nextWorkingDay(day)
      const end = addWorkingDays(start, count)
      expect(isWorkingDay(end)).toBe(true)
      expect(addWorkingDays(end, -count)).toBe(start)
    }),
  )
})
