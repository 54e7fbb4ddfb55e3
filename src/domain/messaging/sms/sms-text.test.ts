import { expect, test } from 'vitest'
import { foreignLinks, smsText, typedText } from './sms-text.ts'

const frame = { name: 'Harbour Energy', purpose: 'service', is_charged: false } as const

test('a text begins with the broker’s name, once', () => {
  expect(smsText(' Your bill is ready. ', frame)).toBe('Harbour Energy: Your bill is ready.')
  expect(smsText('Harbour energy here', frame)).toBe('Harbour energy here')
})

test('what advertises ends with how to stop it, once', () => {
  const promotional = { ...frame, purpose: 'promotional' } as const
  expect(smsText('Save now.', promotional)).toBe('Harbour Energy: Save now. Reply STOP to opt out.')
  const own = 'Save now. Reply STOP to opt out'
  expect(smsText(own, promotional)).toBe(`Harbour Energy: ${own}`)
  const inside = 'Never mind “Reply STOP to opt out”, save now'
  expect(smsText(inside, promotional)).toBe(`Harbour Energy: ${inside} Reply STOP to opt out.`)
  const both = 'Save now. Reply STOP to opt out. Replies are charged.'
  expect(smsText(both, { ...promotional, is_charged: true })).toBe(`Harbour Energy: ${both}`)
})

test('where answers cost something, it says so', () => {
  expect(smsText('Hello', { ...frame, is_charged: true })).toBe(
    'Harbour Energy: Hello Replies are charged.',
  )
})

test('who takes a text back gets what they typed', () => {
  const promotional = { ...frame, purpose: 'promotional', is_charged: true } as const
  for (const words of ['Save now', 'Hello: you'])
    for (const one of [frame, promotional]) expect(typedText(smsText(words, one), one)).toBe(words)
})

test('only links to our own pages may leave', () => {
  const ours = 'https://bills.example.co.nz'
  expect(foreignLinks('See https://bills.example.co.nz/i/abc', ours)).toEqual([])
  expect(foreignLinks('See https://BILLS.example.co.nz/i/abc.', ours)).toEqual([])
  expect(foreignLinks('See bills.example.co.nz/i/abc, or bills.example.co.nz.', ours)).toEqual([])
  for (const words of [
    'Write to office@harbour.co.nz.',
    'Pay $12.50/month',
    'Call us.To stop',
    '1.5',
  ])
    expect(foreignLinks(words, ours), words).toEqual([])
  for (const link of [
    'https://bit.ly/x',
    'http://bills.example.co.nz.evil.com/',
    'www.evil.com',
    'https://bills.example.co.nz@evil.com/',
    'https://evil.com/?u=https://bills.example.co.nz',
    'bit.ly/3xyz',
    'win.example.top/a',
    'evil.co.nz',
  ])
    expect(foreignLinks(`See ${link}`, ours), link).toHaveLength(1)
})
