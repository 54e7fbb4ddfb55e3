import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { secretsIn, withoutSecrets } from './mail-secrets.ts'

const keys = [randomBytes(32)] as const

test('a link is written without what opens it, and whole again for who has the key', () => {
  const token = randomBytes(32).toString('base64url')
  const text = `Kia ora,\n\nhttps://office.example.co.nz/invoice/#${token}\n\nNgā mihi`
  const html = `<a href="https://office.example.co.nz/invoice/#${token}">Your invoice</a>`
  const kept = withoutSecrets(keys, { text, html })
  expect(kept.text).toContain('https://office.example.co.nz/invoice/#⟦1⟧\n')
  expect(JSON.stringify(kept)).not.toContain(token.slice(0, 20))
  const open = secretsIn(keys, kept.links)
  expect(open(kept.text)).toBe(text)
  expect(open(kept.html ?? '')).toBe(html)
  expect(secretsIn(keys, null)(kept.text)).toContain('/invoice/#…')
  expect(() => secretsIn([randomBytes(32)], kept.links)).toThrow()
})

test('a mail without secrets is kept as it is', () => {
  const text = 'Your payment of $12.50 has arrived. Ngā mihi nui.'
  expect(withoutSecrets(keys, { text, html: null })).toEqual({ text, html: null, links: null })
})

test('whatever people write comes out as they wrote it', () => {
  const words = fc.string({ unit: fc.constantFrom('⟦', '⟧', '1', '2', 'a'.repeat(32), ' ', '#') })
  fc.assert(
    fc.property(words, words, (text, html) => {
      const kept = withoutSecrets(keys, { text, html })
      const open = secretsIn(keys, kept.links)
      expect([open(kept.text), open(kept.html ?? '')]).toEqual([text, html])
    }),
  )
})
