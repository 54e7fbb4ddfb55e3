import { expect, test } from 'vitest'
import { plainWords, richWords } from './rich-words.ts'

test('formatted text becomes pieces, tag by tag', () => {
  expect(richWords('<p>Kia ora <b>all</b> &amp; sundry</p><ul><li>one</li></ul>')).toEqual([
    {
      tag: 'p',
      children: ['Kia ora ', { tag: 'b', children: ['all'] }, ' & sundry'],
    },
    { tag: 'ul', children: [{ tag: 'li', children: ['one'] }] },
  ])
})

test.each([
  ['https://example.co.nz/a?b=1&amp;c=2', 'https://example.co.nz/a?b=1&c=2'],
  ['mailto:help@example.co.nz', 'mailto:help@example.co.nz'],
  ['/app/help#dates', '/app/help#dates'],
  ['javascript:alert(1)', undefined],
  ['&#106;avascript:alert(1)', undefined],
  ['//evil.example', undefined],
  ['data:text/html,x', undefined],
])('a link to %s leads to %s', (written, href) => {
  const [link] = richWords(`<a href="${written}">x</a>`)
  expect(typeof link === 'object' ? link.href : 'none').toBe(href)
})

test('what is not in the list is left out and its words stay', () => {
  expect(richWords('<script>alert(1)</script><img src="x" onerror="y">')).toEqual(['alert(1)'])
  expect(richWords('<p>open <b>ends')).toEqual([
    { tag: 'p', children: ['open ', { tag: 'b', children: ['ends'] }] },
  ])
})

test('search reads the words alone', () => {
  expect(plainWords('<h2>Ōtaki</h2><p>R&amp;D</p>')).toBe('Ōtaki R&D')
})
