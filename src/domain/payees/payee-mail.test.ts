import { expect, test } from 'vitest'
import { type AccountNews, accountWords, officeMail, payeeMail } from './payee-mail.ts'

const news: AccountNews = {
  event: 'changed',
  broker: 'Harbour Energy Brokers',
  payee: 'Kererū Energy',
  by: 'Mia Tane',
  when: '16 Nov 2026, 9:15 am',
  from: { name: 'Kererū Energy Ltd', number: '••••123', swift: null },
  to: { name: 'K Holdings', number: '••••456', swift: null },
  reason: null,
  hold_until: '2026-11-18',
}
const office = { ...news, link: 'https://office.example/app/supplier/edit?id=4', isOurs: false }

test('the payee reads when, from and to which account, and what to do about it', () => {
  const { subject, text } = payeeMail(news)
  expect(subject).toBe('Bank details were changed: Harbour Energy Brokers')
  expect(text).toContain('On 16 Nov 2026, 9:15 am the bank account was changed')
  expect(text).toContain('From: ••••123\nTo: ••••456')
  expect(text).toContain('call us today on the number you have always used')
})

test('the payee’s letter names neither our people nor the holder of the account', () => {
  const { text } = payeeMail(news)
  expect(text).not.toMatch(/Mia Tane|K Holdings/)
  expect(text).toContain('The name of the account is another one.')
})

test('the office reads who did it, the day money goes there and where to look', () => {
  const { subject, text } = officeMail(office)
  expect(subject).toBe('Bank details were changed: Kererū Energy')
  expect(text).toContain('Mia Tane changed the bank account of Kererū Energy on 16 Nov 2026')
  expect(text).toContain('From: ••••123 (Kererū Energy Ltd)\nTo: ••••456 (K Holdings)')
  expect(text).toContain('Money goes there from 18 Nov 2026.')
  expect(text).toContain(office.link)
  expect(text).not.toContain('Every invoice')
})

test('a change of our own account says that invoices name it', () => {
  expect(officeMail({ ...office, isOurs: true }).text).toContain('Every invoice from now on')
})

test('what was only asked for, refused or withdrawn has changed nothing', () => {
  for (const event of ['asked', 'refused', 'withdrawn'] as const)
    expect(payeeMail({ ...news, event }).text).toContain('Nothing has been changed.')
  const refused = officeMail({ ...office, event: 'refused', reason: 'Nobody there knew of it' })
  expect(refused.text).toContain('The reason given: Nobody there knew of it')
})

test.each([
  [{ name: null, number: null, swift: null }, 'no account'],
  [{ name: 'Ana', number: null, swift: null }, 'no account (Ana)'],
  [{ name: null, number: '••••123', swift: null }, '••••123'],
  [{ name: 'Ana', number: '••••123', swift: '••••2AX' }, '••••123, SWIFT ••••2AX (Ana)'],
])('an account is named by what is known of it', (account, words) => {
  expect(accountWords(account)).toBe(words)
})
