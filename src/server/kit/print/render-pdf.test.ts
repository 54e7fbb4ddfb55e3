import { expect, test } from 'vitest'
import { facts, type PrintedDocument, paragraph, withSignature } from '#domain/kit/document.ts'
import { pageCount, pdfText } from '#tests/support/pdf-text.ts'
import { drawApart } from './draw-apart.ts'
import { renderBundle, renderPdf } from './render-pdf.ts'

const amounts = ['$0.2850', '$0.32775', '$1,234.50', '−$18.00', '01 Jan 2027']

const letter: PrintedDocument = {
  title: 'Kirimana hiko',
  reference: 'K-1001, version 1',
  sender: ['Te Māpara Hiko', '12 Rātā Street'],
  recipient: ['Ōtaki Greenhouses Ltd'],
  day: '2026-11-15',
  sections: [
    {
      heading: 'Ngā utu',
      blocks: [
        paragraph('āēīōū ĀĒĪŌŪ – Whangārei, Tīmaru, Whakatāne, Ōtorohanga, kererū'),
        facts([
          ['Kaihoko', 'Whetū Ngāta'],
          ['Nothing', null],
        ]),
        {
          kind: 'table',
          columns: amounts.map((label) => ({ label, isNumber: true })),
          rows: [amounts],
        },
      ],
    },
  ],
  signature: { statement: 'I accept.' },
  footer: 'Te Māpara Hiko · K-1001',
}

const signed = {
  name: 'Whetū Ngāta',
  at: '15 Nov 2026, 10:31 am',
  strokes: [
    [
      [10, 20],
      [500, 300],
      [990, 10],
    ],
    [[5, 5]],
  ] as [number, number][][],
  evidence: 'Accepted online.',
}

test('macrons and every amount can be read from the PDF', async () => {
  const words = pdfText(await renderPdf(letter))
  for (const text of [
    ...amounts,
    'āēīōū ĀĒĪŌŪ',
    'Whangārei',
    'kererū',
    'Te Māpara Hiko',
    'Ngā utu',
  ])
    expect(words).toContain(text)
  expect(words).not.toContain('Nothing')
  expect(words).toContain('Page 1 of 1')
})

test('a macron typed as two characters prints as one letter', async () => {
  const typed = { ...letter, title: 'Māori'.normalize('NFD') }
  expect(pdfText(await renderPdf(typed))).toContain('Māori')
})

// Shows: R37
test('the same description gives the same bytes, signed or not', async () => {
  expect((await renderPdf(letter)).equals(await renderPdf(letter))).toBe(true)
  const accepted = withSignature(letter, signed)
  expect((await renderPdf(accepted)).equals(await renderPdf(accepted))).toBe(true)
  expect((await renderPdf(accepted)).equals(await renderPdf(letter))).toBe(false)
})

test('a signed document says who signed, when and how', async () => {
  const typed = pdfText(await renderPdf(withSignature(letter, { ...signed, strokes: null })))
  expect(typed.match(/Whetū Ngāta/g)?.length).toBe(3)
  const drawn = pdfText(await renderPdf(withSignature(letter, signed)))
  expect(drawn).toContain('15 Nov 2026, 10:31 am')
  expect(drawn).toContain('Accepted online.')
})

test('a long document counts its pages and loses nothing at their edges', async () => {
  const rows = Array.from({ length: 120 }, (_, n) => [`Rate ${n}`, `$${n}.5000`])
  const columns = ['Rate', 'Amount'].map((label) => ({ label, isNumber: label === 'Amount' }))
  const sections = [{ heading: 'Rates', blocks: [{ kind: 'table' as const, columns, rows }] }]
  const bytes = await renderPdf({ ...letter, sections })
  const words = pdfText(bytes).split('\n')
  const pages = pageCount(bytes)
  expect(pages).toBeGreaterThan(2)
  expect(words).toContain(`Page ${pages} of ${pages}`)
  for (const [, amount] of rows) expect(words).toContain(amount)
})

test('bars carry their values and months, and say what was estimated', async () => {
  const bars = [
    { label: 'Apr 26', name: 'Apr 2026', value: '600', isEstimated: false },
    { label: 'May 26', name: 'May 2026', value: '744', isEstimated: true },
    { label: 'Jun 26', name: 'Jun 2026', value: null, isEstimated: false },
  ]
  const blocks = [{ kind: 'chart' as const, unit: 'kWh', bars }]
  const words = pdfText(await renderPdf({ ...letter, sections: [{ heading: 'Use', blocks }] }))
  for (const text of ['600', 'Apr 26', '744', '–', 'Pale bars are mostly estimated.'])
    expect(words).toContain(text)
})

test('documents in one file each count their own pages', async () => {
  const bytes = await renderBundle([letter, { ...letter, mark: 'Draft' }], 'Post run')
  const words = pdfText(bytes).split('\n')
  expect(pageCount(bytes)).toBe(2)
  expect(words.filter((word) => word === 'Page 1 of 1')).toHaveLength(2)
  expect(words.filter((word) => word === 'Draft')).toHaveLength(1)
})

test('a long paper is drawn apart, byte for byte the same, while others are served', async () => {
  const table = {
    kind: 'table' as const,
    columns: ['What', 'Earned'].map((label) => ({ label, isNumber: false })),
    rows: Array.from({ length: 400 }, (_, place) => [`INV-${place}`, '1.56']),
  }
  const long = { ...letter, sections: [{ heading: '400 lines', blocks: [table] }] }
  let served = 0
  const others = setInterval(() => {
    served += 1
  }, 5)
  const bytes = await drawApart(long, new Map())
  clearInterval(others)
  expect(served).toBeGreaterThan(5)
  expect(bytes.equals(await renderPdf(long))).toBe(true)
  await expect(drawApart({ ...long, sender: [], day: 'never' }, new Map())).rejects.toThrow()
})
