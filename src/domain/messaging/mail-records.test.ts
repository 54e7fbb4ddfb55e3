import { expect, test } from 'vitest'
import { judgeRecord, mailRecords } from './mail-records.ts'

const domain = {
  domain: 'harbour.example',
  relay: 'smtp.relay.example',
  dkim: { selector: 's1', publicKey: 'MIIBIjANBg' },
}
const [spf, dkim, dmarc] = mailRecords(domain)
const stateOf = (record: typeof spf, texts: string[] | null) =>
  record && judgeRecord(record, texts).state

test('a domain needs three records, and two where the relay signs', () => {
  expect(mailRecords(domain).map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'harbour.example: v=spf1 a:smtp.relay.example ~all',
    's1._domainkey.harbour.example: v=DKIM1; k=rsa; p=MIIBIjANBg',
    '_dmarc.harbour.example: v=DMARC1; p=quarantine; rua=mailto:postmaster@harbour.example',
  ])
  expect(mailRecords({ ...domain, dkim: null }).map(({ kind }) => kind)).toEqual(['spf', 'dmarc'])
})

test.each<[string, typeof spf, string[] | null, string]>([
  ['nobody answers', spf, null, 'unknown'],
  ['nothing stands there', spf, [], 'missing'],
  ['only other words stand there', spf, ['google-site-verification=x'], 'missing'],
  ['our server is named', spf, ['v=spf1 mx a:SMTP.relay.example -all'], 'right'],
  ['a record of the relay is named', spf, ['v=spf1 include:_spf.relay.example ~all'], 'right'],
  ['another server alone is named', spf, ['v=spf1 mx -all'], 'different'],
  ['anybody may send', spf, ['v=spf1 a:smtp.relay.example +all'], 'different'],
  ['there are two', spf, ['v=spf1 a:smtp.relay.example ~all', 'v=spf1 mx -all'], 'twice'],
  ['our key stands there, in two parts', dkim, ['v=DKIM1; p=MIIB IjANBg'], 'right'],
  ['another key stands there', dkim, ['v=DKIM1; p=AAAA'], 'different'],
  ['the key was taken back', dkim, ['v=DKIM1; p='], 'different'],
  ['it says what to do', dmarc, ['v=DMARC1; p=reject'], 'right'],
  ['it only watches', dmarc, ['v=DMARC1; p=none; rua=mailto:x@y.example'], 'different'],
])('where %s', (_sentence, record, texts, state) => {
  expect(stateOf(record, texts)).toBe(state)
})
