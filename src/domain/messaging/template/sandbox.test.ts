import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderTemplate } from './render-template.ts'
import { context, shows, whether } from './template-context.ts'
import { templateErrors } from './template-errors.ts'
import { escaped } from './template-html.ts'
import { parseTemplate } from './template-tree.ts'

const corpus: Record<string, string> = {
  constructor: '{{constructor}}',
  'constructor of a constructor': '{{constructor.constructor("return process")()}}',
  prototype: '{{__proto__}}',
  'prototype’s own': '{{#if __proto__}}x{{/if}}',
  'to string': '{{toString}} {{hasOwnProperty}} {{valueOf}}',
  path: '{{customer_name.length}}',
  call: '{{customer_name()}}',
  include: '{{> other}}',
  'three braces': '{{{customer_name}}}',
  filter: '{{customer_name | upper}}{{#each customer_name}}{{/each}}',
  'each of anything': '{{#each constructor}}x{{/each}}',
  'each in each': '{{#each rows}}{{#each rows}}{{line_name}}{{/each}}{{/each}}',
  unclosed: '{{#if message}}',
  'closed twice': '{{#if message}}x{{/if}}{{/if}}',
  crossed: '{{#if message}}{{#each rows}}{{/if}}{{/each}}',
  'half a tag': 'a {{ b',
  'over two lines': '{{customer\n_name}}',
  deep: `${'{{#if message}}'.repeat(60)}x${'{{/if}}'.repeat(60)}`,
}

const asked = { subject: null, text_loop: null, html: null, context: 'invoice', key: null } as const

// Shows: T08, R27, V1.3.7
test.each(Object.entries(corpus))('%s is refused with line and column', (_name, text_base) => {
  const [first] = templateErrors({ ...asked, text_base })
  expect(first?.line).toBeGreaterThan(0)
  expect(first?.column).toBeGreaterThan(0)
})

const slow: Record<string, string> = {
  'sixty-four thousand braces': '{'.repeat(65_536),
  'open tags': '{{'.repeat(32_768),
  'blanks in a tag': `{{#if ${' '.repeat(65_000)}`,
  'blanks without an end': `{{${' '.repeat(65_000)}}}`,
  'many unknown names': '{{aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}}\n'.repeat(1800),
  'addresses that never end': 'http://'.repeat(9000),
  'many lines': '\n'.repeat(65_536),
}

test.each(Object.entries(slow))('%s end soon, as other words do', (_name, text_base) => {
  const fields = { customer_name: 'A' }
  const words = { subject: null, text_base, text_loop: null, html: null }
  const began = performance.now()
  templateErrors({ ...asked, text_base })
  renderTemplate(words, letter, { fields, rows: [] })
  // Each takes less than 50 ms alone; what explodes takes minutes, on a busy machine too.
  expect(performance.now() - began).toBeLessThan(3000)
})

const letter = context({
  label: 'Letter',
  fields: {
    customer_name: shows('Name', 'A'),
    note: shows('Note', 'B'),
    is_so: whether('So', true),
  },
  rows: { label: 'Things', fields: { thing: shows('Thing', 'C') }, samples: [] },
})

const piece = fc.constantFrom(
  '{{customer_name}}',
  '{{note|none}}',
  '{{#if is_so}}',
  '{{/if}}',
  '{{#each rows}}',
  '{{thing}}',
  '{{/each}}',
  '{{loop}}',
  '{{__proto__}}',
  '{{constructor}}',
  '{{secret}}',
  '\n',
  'words ',
  '{{',
  '}}',
)
const value = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => `<v>${text}</v>`)

// Shows: T08, R27, V1.3.7
test('whatever a template says, only what its context names is printed, and escaped', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), value, value, value, (parts, a, b, c) => {
      const source = parts.join('')
      const fields = { customer_name: a, note: b, is_so: true, secret: 'SECRET' }
      const words = { subject: source, text_base: source, text_loop: '{{thing}}', html: source }
      const { text, html } = renderTemplate(words, letter, {
        fields,
        rows: [{ thing: c, secret: 'SECRET' }],
      })
      expect(text).not.toContain('SECRET')
      expect(html).not.toContain('SECRET')
      expect(html).not.toContain('<v>')
      expect(text + html).not.toMatch(/native code|\[object/)
    }),
  )
})

test('what is printed is the value itself, in the text as it is and in HTML escaped', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (typed) => {
      const name = typed.replaceAll('\r', '').trim() || 'x'
      const words = {
        subject: '',
        text_base: '{{customer_name}}.',
        text_loop: null,
        html: '{{customer_name}}',
      }
      const { text, html } = renderTemplate(words, letter, {
        fields: { customer_name: name, note: '', is_so: false },
        rows: [],
      })
      expect(text).toBe(`${name}.\n`)
      expect(html).toBe(escaped(name).replaceAll('\n', '<br>'))
    }),
  )
})

test('any text at all is read without an exception', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => void parseTemplate(text)),
  )
})
