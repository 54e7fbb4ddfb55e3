import { describe, expect, test } from 'vitest'
import { isDeadAddress, isOfTheAddress } from './bounce-code.ts'
import {
  answeredNames,
  isMachine,
  isPlainBounce,
  isProvenFrom,
  isUnverified,
} from './inbound-mail.ts'
import { addressIn, answerSubject, domainOf, withWord, wordIn } from './mail-address.ts'
import { htmlOfText } from './mail-html.ts'
import { complaintReport, deliveryReport, returnedName } from './mail-report.ts'

describe('an address', () => {
  test.each([
    ['Rewa <Rewa@Example.co.nz>', 'rewa@example.co.nz'],
    [' rewa@example.co.nz ', 'rewa@example.co.nz'],
    ['"Rewa <at home>" <r@x.nz>', 'r@x.nz'],
  ])('is found in %s', (text, address) => expect(addressIn(text)).toBe(address))

  test('carries a word behind a plus, and gives it back', () => {
    const address = withWord('office@harbour.example', 't5-00ff')
    expect(address).toBe('office+t5-00ff@harbour.example')
    expect(wordIn(`Office <${address.toUpperCase()}>`)).toBe('t5-00ff')
    expect(wordIn('office@harbour.example')).toBeNull()
    expect(domainOf(address)).toBe('harbour.example')
  })
})

test.each([
  ['The meter', 'Re: The meter'],
  ['RE: Re: AW: The meter', 'Re: The meter'],
  ['Re[2]: The meter', 'Re: The meter'],
  [null, 'Re: Your message'],
])('an answer to “%s” is called “%s”', (subject, answer) =>
  expect(answerSubject(subject)).toBe(answer),
)

test.each([
  [{ 'auto-submitted': 'auto-replied' }, true],
  [{ 'auto-submitted': 'no' }, false],
  [{ precedence: 'bulk' }, true],
  [{ precedence: 'first-class' }, false],
  // A person who writes to a list that the office reads.
  [{ precedence: 'list' }, false],
  [{ 'return-path': '<>' }, true],
  [{ 'return-path': '<rewa@example.co.nz>' }, false],
  [{}, false],
])('whether a machine wrote: %o → %s', (headers, answer) =>
  expect(isMachine({ headers })).toBe(answer),
)

test('what the receiving server could not verify is said', () => {
  const told = (text: string) => isUnverified({ headers: { 'authentication-results': text } })
  expect(told('mx.example; spf=fail smtp.mailfrom=x; dkim=none')).toBe(true)
  expect(told('mx.example; spf=pass; dkim=pass')).toBe(false)
})

test.each([
  ['mx.example; dkim=pass header.d=harbour.example', true],
  ['mx.example; dkim=none; spf=pass (it may) smtp.mailfrom=a@mail.harbour.example', true],
  ['mx.example; spf=pass; dmarc=pass', true],
  ['mx.example; dkim=pass header.i=@harbour.example header.s=k1 header.b=AbC header.a=rsa', true],
  ['mx.example; spf=pass smtp.helo=mail.elsewhere.example', false],
  [
    'mx.example; spf=pass smtp.mailfrom=m@elsewhere.example; dkim=pass header.d=else.example',
    false,
  ],
  ['mx.example; spf=pass smtp.mailfrom=m@notharbour.example', false],
  ['mx.example; spf=softfail; dkim=permerror (spf=pass); dmarc=none', false],
  ['', false],
])('whether it is known to be from our domain: %s → %s', (results, answer) => {
  const checkedBy = 'mx.example'
  const headers = { 'authentication-results': results }
  expect(isProvenFrom({ headers }, { domain: 'harbour.example', checkedBy })).toBe(answer)
})

test.each([
  ['mx.example', true],
  ['MX.example', true],
  ['mx.example.evil.example', false],
  [undefined, false],
])('what a server says is believed by the name it is known by (%s)', (checkedBy, answer) => {
  const told = 'mx.example 1; dkim=pass header.d=harbour.example'
  const headers = { 'authentication-results': told }
  expect(isProvenFrom({ headers }, { domain: 'harbour.example', checkedBy })).toBe(answer)
})

const nobody = { 'return-path': '<>' }
const daemon = 'mailer-daemon@mx.example'
test.each([
  [nobody, '', true],
  [{ ...nobody, 'auto-submitted': 'no' }, 'rewa@x.nz', true],
  // Exchange answers like this for whoever is away.
  [{ ...nobody, 'auto-submitted': 'auto-generated' }, 'rewa@x.nz', false],
  [{ ...nobody, 'x-auto-response-suppress': 'All' }, 'rewa@x.nz', false],
  [{ ...nobody, 'auto-submitted': 'auto-generated' }, daemon, true],
  [{ ...nobody, 'auto-submitted': 'auto-generated' }, 'postmaster@mx.example', true],
  [{ ...nobody, 'auto-submitted': 'auto-replied' }, 'rewa@x.nz', false],
  [{ ...nobody, 'auto-submitted': 'auto-replied', 'x-failed-recipients': 'r@x.nz' }, '', true],
  [{ ...nobody, precedence: 'bulk' }, 'rewa@x.nz', false],
  [{ ...nobody, precedence: 'list' }, 'rewa@x.nz', false],
  [
    {
      ...nobody,
      'content-type': 'multipart/report; report-type=disposition-notification; boundary=b',
    },
    'rewa@x.nz',
    false,
  ],
  [{ 'return-path': '<rewa@example.co.nz>' }, daemon, false],
])('whether it tells in plain words that a mail came back: %o of %s → %s', (...told) => {
  const [headers, address, answer] = told
  const mail = { headers, from: { name: '', address }, report: null }
  expect(isPlainBounce(mail)).toBe(answer)
})

test('the message that is answered is looked for first, then the others from the end', () => {
  const mail = { in_reply_to: '<c@x>', references: ['<a@x>', '<b@x>', '<c@x>'] }
  expect(answeredNames(mail)).toEqual(['<c@x>', '<b@x>', '<a@x>'])
})

describe('a report', () => {
  test('names each address with what became of it', () => {
    const status = [
      'Reporting-MTA: dns; mx.example',
      'Original-Envelope-Id: office+b7-00@harbour.example',
      '',
      'Final-Recipient: rfc822; Rewa@Example.co.nz',
      'Action: Failed',
      'Status: 5.1.1 (no such user)',
      'Diagnostic-Code: smtp; 550 5.1.1',
      '  Nobody of that name',
      '',
      'Original-Recipient: rfc822;tama@example.co.nz',
      'Final-Recipient: rfc822;other@example.co.nz',
      'Action: delayed',
      'Status: 4.4.1',
    ].join('\r\n')
    expect(deliveryReport(status, '<m7@x>')).toEqual({
      kind: 'delivery',
      envelope_id: 'office+b7-00@harbour.example',
      rfc_id: '<m7@x>',
      recipients: [
        {
          address: 'rewa@example.co.nz',
          action: 'failed',
          code: '5.1.1',
          words: '550 5.1.1 Nobody of that name',
        },
        { address: 'tama@example.co.nz', action: 'delayed', code: '4.4.1', words: null },
      ],
    })
  })

  test.each([
    ['Action: delayed (will be tried for five days)', '4.4.1', 'delayed'],
    ['Action: failed; for good', '5.1.1', 'failed'],
    ['Action: deferred', '4.4.1', 'delayed'],
    ['Action: undeliverable', '5.1.1', 'failed'],
    ['X-Nothing: said', '2.0.0', 'delivered'],
  ])('that says “%s” (%s) means %s', (said, code, action) => {
    const status = `Final-Recipient: rfc822; rewa@x.nz\n${said}\nStatus: ${code}`
    expect(deliveryReport(status, null)).toMatchObject({
      recipients: [{ address: 'rewa@x.nz', action, code }],
    })
  })

  test('of an address in other letters names it as it is written', () => {
    const status = (address: string) =>
      `Final-Recipient: utf-8; ${address}\nAction: failed\nStatus: 5.1.1`
    for (const written of ['Info@kōwhai.nz', 'info@k\\x{14D}whai.nz'])
      expect(deliveryReport(status(written), null)).toMatchObject({
        recipients: [{ address: 'info@kōwhai.nz' }],
      })
  })

  test('that cannot be read names nobody', () => {
    expect(deliveryReport('gibberish', null)).toMatchObject({ recipients: [], envelope_id: null })
    expect(complaintReport('Feedback-Type: not-spam', null)).toBeNull()
  })

  test('of a complaint names who complains, and which mail came back', () => {
    const feedback = 'Feedback-Type: abuse\nOriginal-Rcpt-To: <Rewa@example.co.nz>'
    expect(complaintReport(feedback, '<m7@x>')).toMatchObject({
      addresses: ['rewa@example.co.nz'],
      rfc_id: '<m7@x>',
    })
    expect(returnedName('Subject: x\r\nMessage-ID:\r\n <m7.ab@x>\r\nTo: y')).toBe('<m7.ab@x>')
  })

  test('of an address is told from one of the moment, and from one about us', () => {
    expect(['5.1.1', '5.1.10', '5.2.1'].every(isDeadAddress)).toBe(true)
    expect(['5.2.2', '5.7.1', '4.1.1', null].some(isDeadAddress)).toBe(false)
    expect(['5.1.1', '5.2.2', '5.3.0'].every(isOfTheAddress)).toBe(true)
    expect(['5.7.26', '4.2.2', '4.7.1', '2.0.0', '', null].some(isOfTheAddress)).toBe(false)
  })
})

test('plain words become paragraphs, and no tags', () => {
  expect(htmlOfText('Kia <b>\nora\n\nNgā mihi')).toBe(
    '<p>Kia &lt;b&gt;<br>\nora</p>\n<p>Ngā mihi</p>',
  )
})
