import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { checkStatement } from './statement-check.ts'
import { type ProofLine, proofText, type StatementProof } from './statement-proof.ts'

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

const proofLine = (line: string, given: Partial<ProofLine> = {}): ProofLine => ({
  ...{ line, kind: 'ongoing', customer_number: 'C1', customer: 'Māui Ltd', invoice: `INV-${line}` },
  ...{ period: '', cleared_on: '2026-05-20', bank_confirmed: 'yes', base: '15.62' },
  ...{ share: '60 %', rate: '10 %', amount: '1.56', corrects: '', ...given },
})

const signup = proofLine('2', { kind: 'signup', base: '', rate: '150.00', amount: '90.00' })

/** The worked example: 1.56 + 90.00, GST 13.73, total 105.29. */
const golden: StatementProof = {
  ...{ number: 'CS-000002', date: '2026-06-03', broker: 'Harbour', broker_gst_number: '' },
  ...{ partner: 'Tāne', partner_gst_number: '', gst_mode: 'buyer_created', sum: '91.56' },
  ...{ lines: [proofLine('1'), signup], gst_percent: '15', gst: '13.73', total: '105.29' },
  ...{ brought_forward: '0.00', withheld: '0.00', to_pay: '105.29', previous: 'a1' },
}

function sent(proof = golden) {
  const text = proofText(proof)
  const hash = digestOf(text)
  const first = { number: 'CS-000001', hash: 'a1', previous: '' }
  const chain = [first, { number: proof.number, hash, previous: proof.previous }]
  return { proof: text, hash, chain }
}

describe('a partner who checks a statement alone', () => {
  test('finds nothing wrong with what was sent', () => {
    const { proof, hash, chain } = sent()
    expect(checkStatement({ proof, hash, chain }, digestOf(proof))).toEqual({
      ...{ proof: golden, wrong: [], wrong_lines: [] },
    })
  })

  test('is told the line and the sum that one byte changes, and the digest', () => {
    const before = sent()
    const proof = before.proof.replace('"amount":"1.56"', '"amount":"1.57"')
    const { wrong, wrong_lines } = checkStatement({ ...before, proof }, digestOf(proof))
    expect(wrong).toEqual([
      'Line 1, INV-1: 10 % of 15.62 is 1.56, not 1.57.',
      'The sum says 91.56, and it comes to 91.57.',
      `The bytes were changed after they were sent: their digest is ${digestOf(proof)}.`,
    ])
    expect(wrong_lines).toEqual(['1'])
  })

  test.each([
    ['a name', '"Māui Ltd"', '"Maui Ltd"', /^The bytes were changed/],
    ['a letter in an amount', '"1.56"', '"1.5x"', /^One of its amounts is none/],
    ['a bracket', '{', '[', /^The statement can’t be read/],
  ])('is told that %s was changed', (_, from, to, words) => {
    const before = sent()
    const proof = before.proof.replace(from, to)
    const { wrong } = checkStatement({ ...before, proof }, digestOf(proof))
    expect(wrong[0]).toMatch(words)
  })

  test('is told where the chain is broken', () => {
    const whole = sent()
    const [first, last] = whole.chain
    if (!first || !last) throw new Error('A chain of two is needed.')
    const brokenAt = (chain: typeof whole.chain) =>
      checkStatement({ ...whole, chain }, whole.hash).wrong
    expect(brokenAt([{ ...first, hash: 'b2' }, last])).toEqual([
      'CS-000002 does not follow CS-000001: the chain is broken there.',
    ])
    expect(brokenAt([last])).toEqual([
      'CS-000002 stands first in the chain, and names one before it.',
    ])
    expect(brokenAt([first])).toEqual(['The chain does not end with this statement.'])
    expect(
      brokenAt([
        { ...first, hash: 'c3' },
        { ...last, previous: 'c3' },
      ]),
    ).toEqual(['CS-000002 names another one before it than the chain has.'])
  })

  test('has 20,000 lines added up within a second', () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => proofLine(String(at + 1)))
    const sum = '31200.00'
    const all = { gst: '4680.00', total: '35880.00', to_pay: '35880.00' }
    const before = sent({ ...golden, lines, sum, ...all })
    // The machine may have other things to do: the quickest of three counts.
    const taken = [1, 2, 3].map(() => {
      const started = performance.now()
      expect(checkStatement(before, before.hash).wrong).toEqual([])
      return performance.now() - started
    })
    expect(Math.min(...taken)).toBeLessThan(1000)
  })
})
