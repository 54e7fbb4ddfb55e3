import { describe, expect, test } from 'vitest'
import { wholeCents } from '#domain/kit/money.ts'
import type { SentLine } from '#domain/pricing/given-line.ts'
import type { PricedLine } from '#domain/pricing/price-lines.ts'
import { writtenByHand } from './by-hand.ts'

const [connection, from, to] = ['0000143418TRD9F', '2026-04-01', '2026-04-30']

const ours = (rate_name: string, quantity: string, more: Partial<PricedLine> = {}): PricedLine => ({
  ...{ connection, rate_name, rate_type: 'variable', rate_unit: 'kWh', rate_amount: '0.25' },
  ...{ from, to, quantity, amount: wholeCents(0), isDiscountable: true },
  ...{ estimated_share: '0.5000', missing_days: 2 },
  ...more,
})
const back = (name: string, quantity: string, more: Partial<SentLine> = {}): SentLine => ({
  ...{ name, quantity, rate: '0.25', unit: 'kWh', discountable: true },
  ...{ from, to, source: 'rate', connection },
  ...more,
})
const energy = ours('Energy', '600.000000')
const levy = ours('Levy', '600.000000')
const key = { connection, name: 'Energy', unit: 'kWh', from, to }

describe('writtenByHand', () => {
  test('what came back as it was is still ours', () => {
    const sent = [back('Energy', '600'), back('Levy', '600')]
    expect(writtenByHand(sent, [energy, levy])).toEqual({ lines: [], left_out: [] })
  })

  test('other figures stand in the place of ours, at its connection', () => {
    const sent = [back('Energy', '500'), back('Levy', '600')]
    const { lines, left_out } = writtenByHand(sent, [energy, levy])
    expect(lines).toMatchObject([{ quantity: '500', connection, replaces: key }])
    expect(lines[0]).not.toHaveProperty('estimated_share')
    expect(left_out).toEqual([])
  })

  test('another price leaves how the quantity was read', () => {
    const { lines } = writtenByHand([back('Energy', '600', { rate: '0.2' })], [energy])
    expect(lines).toMatchObject([{ estimated_share: '0.5000', missing_days: 2, replaces: key }])
  })

  test('typed back to our figures, it is ours again', () => {
    const sent = [back('Energy', '600', { source: 'given', replaces: key })]
    expect(writtenByHand(sent, [energy])).toEqual({ lines: [], left_out: [] })
  })

  test('a line of ours that did not come back was taken off', () => {
    const { left_out } = writtenByHand([back('Levy', '600')], [energy, levy])
    expect(left_out).toEqual([key])
  })

  test('what replaced a line goes on replacing it when a new rate splits its days', () => {
    const sent = [back('Energy', '500', { source: 'given', replaces: key })]
    const halves = [
      ours('Energy', '300', { to: '2026-04-15' }),
      ours('Energy', '300', { from: '2026-04-16' }),
    ]
    const { lines, left_out } = writtenByHand(sent, halves)
    expect(lines).toMatchObject([{ quantity: '500', replaces: key }])
    expect(left_out).toEqual([])
  })
})
