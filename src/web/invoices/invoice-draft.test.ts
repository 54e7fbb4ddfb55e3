import { describe, expect, test } from 'vitest'
import { blankLine, typedLines } from '#web/pricing/typed-line.ts'
import { blankDraft, requestOf } from './invoice-draft.ts'

const line = { ...blankLine(), name: 'Energy', quantity: '1,400', unit: 'kWh', rate: '0.25' }

describe('what is asked of the engine', () => {
  test('a customer alone leaves everything to the contract', () => {
    expect(requestOf(blankDraft(7, null))).toEqual({ customer_id: 7 })
  })

  test('only what somebody said is sent', () => {
    const said = { due_date: '2026-05-20', discount_percent: null }
    expect(requestOf({ ...blankDraft(7, 3), said })).toEqual({
      customer_id: 7,
      contract_id: 3,
      due_date: '2026-05-20',
    })
  })

  test('an unfinished line waits, a finished one is read as people type it', () => {
    const request = requestOf({ ...blankDraft(7, null), lines: [line, blankLine()] })
    expect(request.lines).toMatchObject([
      { name: 'Energy', quantity: '1400.000000', rate: '0.25000000', unit: 'kWh' },
    ])
  })

  test('lines taken away are no lines, not the contract’s own', () => {
    expect(requestOf({ ...blankDraft(7, 3), lines: [] })).toMatchObject({ lines: [] })
  })

  test('the engine’s lines are shown without the zeros it keeps', () => {
    const [typed] = typedLines([{ name: 'Day', quantity: '923.000000', rate: '0.2310' }])
    expect(typed).toMatchObject({ quantity: '923', rate: '0.231' })
  })
})
