const words = {
  stop: [
    'stop',
    'stopall',
    'stop all',
    'unsubscribe',
    'cancel',
    'end',
    'quit',
    'optout',
    'opt out',
  ],
  start: ['start', 'unstop'],
  help: ['help'],
} as const

export type SmsCommand = keyof typeof words

/**
 * What a customer's answer asks for, where it is such a word and nothing else. What stands around
 * the word without being one does not count: “Stop!” is a stop as well.
 */
export function smsCommand(text: string): SmsCommand | null {
  const said = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  for (const [command, known] of Object.entries(words) as [SmsCommand, readonly string[]][])
    if (known.includes(said)) return command
  return null
}
