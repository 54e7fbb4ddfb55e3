import { expect, test } from 'vitest'
import { smsCommand } from './sms-command.ts'

test.each(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'OPT OUT'])(
  '%s ends it, however it is written',
  (word) => {
    const written = [word, word.toLowerCase(), ` ${word}\n`, `${word}.`, `"${word}"`, `${word}!!`]
    for (const text of written) expect(smsCommand(text), text).toBe('stop')
    expect(smsCommand(`Please ${word} my power on Friday`)).toBeNull()
    expect(smsCommand(`${word} it now`)).toBeNull()
  },
)

test('letters of other widths and hyphens are the same words', () => {
  for (const text of ['ＳＴＯＰ', 'opt-out', 'Opt  Out', 'stop\u00a0']) {
    expect(smsCommand(text), text).toBe('stop')
  }
})

test('START and UNSTOP begin again, HELP asks for help', () => {
  expect(smsCommand(' start ')).toBe('start')
  expect(smsCommand('Unstop')).toBe('start')
  expect(smsCommand('help?')).toBe('help')
})

test.each(['', ' ', '...', '👍', 'stopped', 'please stop', 'the end', 'restart', 'yes'])(
  '%j is an answer like others',
  (text) => {
    expect(smsCommand(text)).toBeNull()
  },
)
