import { expect, test } from 'vitest'
import { cents, sumCents, wholeCents } from '#domain/kit/money.ts'
import { accountCodes } from './account-codes.ts'
import { type BookedDocument, billsSide, documentOf, salesSide } from './accountant-document.ts'

const about = {
  ...{ id: 7, date: '2026-04-05', number: 'INV-1', due_date: null, reference: null, reason: null },
  ...{ name: 'Ōtaki', email: null, street: null, suburb: null, city: null, postcode: null },
  country: null,
}
const entry = (event: string, lines: readonly (readonly [number, string])[]): BookedDocument => ({
  ...about,
  event,
  lines: lines.map(([account, amount]) => ({ account, amount: cents(amount) })),
})

test('the April invoice is a document of its undiscounted amount, its GST shared to the cent', () => {
  const sent = documentOf(
    entry('invoice_sent', [
      ...([
        [1100, '640.53'],
        [1190, '69.22'],
        [4000, '-573.26'],
      ] as const),
      ...([
        [4010, '-5.00'],
        [4020, '-28.91'],
        [4030, '-10.00'],
        [2300, '-92.58'],
      ] as const),
    ]),
    salesSide,
  )
  expect(sent).toMatchObject({ number: 'INV-1', total: 70975, net: 61717 })
  expect(sent?.lines.map(({ account, net, gst }) => [account, net, gst])).toEqual([
    [4000, 57326, 8599],
    [4010, 500, 75],
    [4020, 2891, 434],
    [4030, 1000, 150],
  ])
})

test('a discount that is taken is a credit note, and one that is lost is none', () => {
  const taken = entry('discount_taken', [
    ...([
      [4000, '57.32'],
      [4020, '2.87'],
      [2300, '9.03'],
      [1190, '-69.22'],
    ] as const),
  ])
  expect(documentOf(taken, salesSide)).toMatchObject({ number: 'INV-1-7', total: -6922 })
  const lost = entry('discount_lost', [
    [1100, '69.22'],
    [1190, '-69.22'],
  ])
  expect(documentOf(lost, salesSide)).toBeNull()
})

test('whatever an entry says, the lines of its document come to its total', () => {
  let seed = 4711
  const next = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return (seed % (2 * most + 1)) - most
  }
  for (const side of [salesSide, billsSide])
    for (let round = 0; round < 300; round += 1) {
      const accounts = [4000, 4010, 2500, 5000, 5910, 6000, side.gst]
      const others = accounts.map((account) => ({ account, amount: wholeCents(next(5_000_00)) }))
      const owed = wholeCents(-sumCents(others.map(({ amount }) => amount)))
      const [own = 0] = side.own
      const lines = [...others, { account: own, amount: owed }]
      const document = documentOf({ ...entry('correction', []), lines }, side)
      if (owed === 0) continue
      const gross = sumCents((document?.lines ?? []).flatMap(({ net, gst }) => [net, gst]))
      expect(gross).toBe(document?.total)
      expect(Math.abs(document?.total ?? 0)).toBe(Math.abs(owed))
    }
})

test('codes are pairs; what is not named keeps its number', () => {
  expect([...accountCodes('4000=200, 2300=820')]).toEqual([
    [4000, '200'],
    [2300, '820'],
  ])
  expect([...accountCodes('')]).toEqual([])
})
