import { defaultOptionValues } from '#domain/identity/option-defaults.ts'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import { type Entity, fieldsOf } from '#domain/kit/entity.ts'
import type { Field, Kind } from '#domain/kit/field.ts'
import { makeGstNumber } from '#domain/kit/gst-number.ts'
import { makeIcp } from '#domain/kit/icp.ts'
import { makeNzbn } from '#domain/kit/nzbn.ts'

let counter = 0

type Maker = (field: Field, n: number) => unknown

/** A fitting value of every kind; a new kind without one does not compile. */
export const samples: Record<Kind, Maker> = {
  text: (field, n) => `Tēst ${n}`.slice(0, field.options.max),
  longText: (_field, n) => `First line ${n}\nSecond line with macrons: āēīōū`,
  richText: (_field, n) => `<p>Paragraph ${n}</p>`,
  email: (_field, n) => `person${n}@example.co.nz`,
  emails: (_field, n) => [`first${n}@example.co.nz`, `second${n}@example.co.nz`],
  phone: (_field, n) => `+6421${String(1_000_000 + (n % 8_999_999))}`,
  url: (_field, n) => `https://example.co.nz/${n}`,
  flag: () => true,
  integer: (_field, n) => 1 + (n % 12),
  money: (_field, n) => `${n}.50`,
  // Never with a nought at its end, which a rate does not keep.
  rate: (_field, n) => `0.${String(n).padStart(6, '0')}5`,
  percent: () => '12.5',
  quantity: (_field, n) => `${n}.125`,
  // However many rows were made before: never a day that is still to come.
  date: (_field, n) =>
    Temporal.PlainDate.from('2024-02-29')
      .add({ days: n % 900 })
      .toString(),
  timestamp: () => '2026-11-15T07:00:00+00:00',
  choice: (field) => field.options.choices?.at(-1),
  option: (field) => defaultOptionValues[field.options.optionList ?? '']?.at(-1),
  ref: () => undefined,
  refs: () => [],
  json: (_field, n) => ({ nested: { n } }),
  connections: (_field, n) => [makeIcp(n, 'UN'), `ACC-${n}`],
  icp: (_field, n) => makeIcp(n, 'UN'),
  nzbn: (_field, n) => makeNzbn(`9429${String(n).padStart(8, '0')}`),
  gstNumber: (_field, n) => makeGstNumber(5_000_000 + n),
  // One that has no check digit gives way to the next, which must not be somebody's already.
  bankAccount: (_field, n) => makeBankAccount('12', '3113', 10_000 + 3 * n),
  bic: () => 'ANZBNZ22',
  postcode: () => '0110',
  timeZone: () => 'Australia/Sydney',
}

/** A field that holds any words: the title, or another one where that is a number or a day. */
export function wordsOf(entity: Entity): string {
  const isWords = (name: string) =>
    ['text', 'longText'].includes(entity.fields[name]?.kind ?? '') &&
    !entity.fields[name]?.options.readonly &&
    !entity.check({ [name]: 'Any words' }).some(({ field }) => field === name)
  return [entity.title, ...Object.keys(entity.fields)].find(isWords) ?? entity.title
}

/** Just what a row needs, and what the test says matters. */
export function make(entity: Entity, given: Record<string, unknown> = {}): Record<string, unknown> {
  const n = ++counter
  const needed = fieldsOf(entity)
    .filter(
      ([name, { options }]) => (options.required || name === wordsOf(entity)) && !options.readonly,
    )
    .map(([name, field]) => [name, samples[field.kind](field, n)])
  return { ...Object.fromEntries(needed), ...given }
}

/** A value in every field a client may set. */
export function makeFull(
  entity: Entity,
  given: Record<string, unknown> = {},
): Record<string, unknown> {
  const n = ++counter
  const values = fieldsOf(entity)
    .filter(([, { options }]) => !options.readonly)
    .map(([name, field]) => [name, samples[field.kind](field, n)] as const)
    .filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(values), ...given }
}
