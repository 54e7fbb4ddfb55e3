import { expect, test } from 'vitest'
import { entities } from '#domain/entities.ts'
import { fieldsOf } from '#domain/kit/entity.ts'
import { renderTemplate } from './render-template.ts'
import { contextNames, standardOf, templateContexts, templateKeys } from './standards.ts'
import { sampleValues } from './template-context.ts'
import { templateErrors } from './template-errors.ts'

test.each(templateKeys)(
  'the standard of %s can be saved as it is, and prints its samples',
  (key) => {
    const { subject, text_base, text_loop, context } = standardOf(key)
    const words = { subject, text_base, text_loop, html: null }
    expect(templateErrors({ ...words, context, key })).toEqual([])
    const printed = renderTemplate(
      words,
      templateContexts[context],
      sampleValues(templateContexts[context]),
    )
    expect(printed.empty).toEqual([])
    expect(printed.text).toMatch(/^Kia ora .+\n\n[\s\S]+\n\nNgā mihi\nHarbour Energy Brokers/)
    expect(printed.text).not.toMatch(/\n{4,}|\{\{|\}\}/)
  },
)

test('the sample of an invoice asks for money in one way', () => {
  const { context, ...words } = standardOf('invoice')
  const values = sampleValues(templateContexts[context])
  const { text } = renderTemplate({ ...words, html: null }, templateContexts[context], values)
  expect(text).toContain('Please pay $420.00 by 15 Nov 2026.')
  expect(text).not.toMatch(/credit for|don’t need to do anything/)
})

test('no name of a row is that of a field, and no context prints what is masked', () => {
  const masked = entities.flatMap((entity) =>
    fieldsOf(entity)
      .filter(([, field]) => field.options.masked)
      .map(([name]) => name),
  )
  for (const name of contextNames) {
    const { fields, rows } = templateContexts[name]
    const known = Object.keys(fields)
    expect(Object.keys(rows?.fields ?? {}).filter((one) => known.includes(one))).toEqual([])
    // The broker's own account is printed on every invoice; nobody else's ever is.
    const ours = name === 'adjustment_reminder' ? ['bank_account_number', 'bank_account_name'] : []
    expect(known.filter((one) => masked.includes(one) && !ours.includes(one))).toEqual([])
  }
})
