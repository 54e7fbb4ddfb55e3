import { expect, test } from 'vitest'
import { MAIL_HTML_LIMIT, MAIL_TEXT_LIMIT } from '#domain/mail/mail-limits.ts'
import { ROW_LIMIT, renderTemplate, TemplateTooLong } from './render-template.ts'
import { context, shows, whether } from './template-context.ts'
import { templateErrors } from './template-errors.ts'
import { parseTemplate } from './template-tree.ts'

const letter = context({
  label: 'Letter',
  fields: {
    name: shows('Name', 'Aroha'),
    note: shows('Note', 'Hi'),
    is_late: whether('Late', true),
  },
  rows: { label: 'Things', fields: { thing: shows('Thing', 'Cup') }, samples: [] },
})

function printed(
  words: { subject?: string; text?: string; loop?: string; html?: string },
  fields: Record<string, string | boolean | null> = { name: 'Aroha' },
  rows: Record<string, string>[] = [],
) {
  const { subject = '', text = '', loop = null, html = null } = words
  const source = { subject, text_base: text, text_loop: loop, html }
  return renderTemplate(source, letter, { fields, rows })
}

const wrong = (text_base: string, more: Partial<Parameters<typeof templateErrors>[0]> = {}) =>
  templateErrors({
    subject: 'S',
    text_base,
    text_loop: null,
    html: null,
    context: 'invoice',
    key: null,
    ...more,
  })

test('a field prints its value, a default where it is empty, and a hole is named', () => {
  const { text, empty } = printed({ text: 'Kia ora {{name}}, {{note|no note}} {{note}}' })
  expect(text).toBe('Kia ora Aroha, no note [Note]\n')
  expect(empty).toEqual(['note'])
})

test('a block prints where it is so, leaves no empty line, and covers what is empty in it', () => {
  const text = 'One\n{{#if note}}\n{{note}}\n{{/if}}\n{{#if is_late}}\nLate\n{{/if}}\nTwo'
  expect(printed({ text }, { note: null, is_late: true })).toMatchObject({
    text: 'One\nLate\nTwo\n',
    empty: [],
  })
})

test('rows are printed where the loop stands, else at the end, and in each', () => {
  const rows = [{ thing: 'Cup' }, { thing: 'Pot' }]
  const given = { name: 'Aroha' }
  expect(printed({ text: 'A\n{{loop}}\nB', loop: '- {{thing}}' }, given, rows).text).toBe(
    'A\n- Cup\n- Pot\nB\n',
  )
  expect(printed({ text: 'A', loop: '- {{thing}} of {{name}}' }, given, rows).text).toBe(
    'A\n\n- Cup of Aroha\n- Pot of Aroha\n',
  )
  expect(printed({ text: '{{#each rows}}{{thing}};{{/each}}' }, given, rows).text).toBe(
    'Cup;Pot;\n',
  )
})

test('text stays plain and HTML is escaped; without HTML it is made from the text', () => {
  const fields = { name: '<b>"A" & \'B\'</b>\nC' }
  const both = printed({ text: '{{name}}', html: '<p>{{name}}</p>' }, fields)
  expect(both.text).toBe('<b>"A" & \'B\'</b>\nC\n')
  expect(both.html).toBe('<p>&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;<br>C</p>')
  const made = printed({ text: 'See https://x.example/a#b?c=1&d\n\n{{name}}' }, { name: '<i>' })
  expect(made.html).toBe(
    '<p>See <a href="https://x.example/a#b?c=1&amp;d">https://x.example/a#b?c=1&amp;d</a></p>\n<p>&lt;i&gt;</p>',
  )
})

test('a subject is one line whatever stands in a field', () => {
  expect(printed({ subject: 'For {{name}}' }, { name: 'A\r\nBcc: all' }).subject).toBe(
    'For A Bcc: all',
  )
})

test('more rows than anybody reads are counted, and more than a mail holds is refused', () => {
  const rows = Array.from({ length: ROW_LIMIT + 7 }, () => ({ thing: 'x'.repeat(10) }))
  expect(printed({ text: '{{loop}}', loop: '{{thing}}' }, {}, rows).text).toContain('… and 7 more')
  const bomb = `{{#each rows}}${'{{thing}}'.repeat(2000)}{{/each}}`
  expect(() => printed({ text: bomb }, {}, rows)).toThrow(TemplateTooLong)
})

test('a letter is refused at the very length at which it could not be kept', () => {
  const sized = (length: number, mark = 'x') =>
    printed({ text: '{{note}}' }, { note: mark.repeat(length) })
  expect(sized(MAIL_TEXT_LIMIT - 1).text).toHaveLength(MAIL_TEXT_LIMIT)
  expect(() => sized(MAIL_TEXT_LIMIT)).toThrow(TemplateTooLong)
  // Its text would do: its HTML, where each quote is six letters, would not.
  expect(() => sized(MAIL_HTML_LIMIT / 5, '"')).toThrow(TemplateTooLong)
})

test('what is wrong is named with its line, its column and the nearest name', () => {
  const [fault] = wrong('Kia ora\n  {{invoce_number}}')
  expect(fault).toMatchObject({ field: 'text_base', line: 2, column: 3, nearest: 'invoice_number' })
  expect(fault?.message).toBe(
    'There is no field {{invoce_number}} here. Did you mean {{invoice_number}}?',
  )
  expect(wrong('{{#if link}}\nopen')[0]).toMatchObject({ line: 1, column: 1 })
  expect(wrong('{{#if link}}{{/each}}')[1]?.message).toContain('{{/each}} comes before')
  expect(wrong('a\n{{link')[0]).toMatchObject({ line: 2, column: 1 })
  expect(wrong('{{contract_number}}')[0]?.message).toContain('belongs to “Contract”')
  expect(wrong('{{line_name}}')[0]?.message).toContain('belongs to each row')
  expect(wrong('{{has_discount}}')[0]?.message).toContain('{{#if has_discount}}')
  expect(wrong('', { subject: '{{loop}}' })[0]).toMatchObject({ field: 'subject' })
  expect(wrong('', { text_loop: '{{line_name}} {{loop}}' })[0]).toMatchObject({
    field: 'text_loop',
  })
})

test('a mail keeps what it is for: the link, and what the law asks for', () => {
  expect(wrong('Hello', { key: 'invoice' })[0]?.message).toContain('needs {{link}}')
  expect(wrong('Hello {{link}}', { key: 'invoice' })).toEqual([])
  const correction = { context: 'correction', key: 'correction' } as const
  expect(wrong('Hello', correction).map(({ nearest }) => nearest)).toEqual([
    'invoice_number',
    'corrected_amount',
    'corrected_gst',
  ])
})

test('inside a tag of HTML only a link may stand, as an address', () => {
  const html = (text: string) => wrong('', { html: text }).length
  expect(html('<a href="{{link}}">Pay</a> {{customer_name}}')).toBe(0)
  expect(html('<a href="{{customer_name}}">Pay</a>')).toBe(1)
  expect(html('<a\n title="{{customer_name}}">Pay</a>')).toBe(1)
  expect(html('<a href={{link}}>Pay</a>')).toBe(1)
})

test('a source longer than 64 kB is not read', () => {
  expect(parseTemplate('x'.repeat(65_537)).faults[0]?.message).toBe('It is longer than 64 kB.')
})
