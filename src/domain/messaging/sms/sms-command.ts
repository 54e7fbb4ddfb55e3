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
// The keys of the table are its names.
export const smsCommands = Object.keys(words) as SmsCommand[]

/** How the office is reached otherwise. */
export interface OfficeContact {
  phone: string | null
  email: string | null
}

/** What is answered to each. */
export const commandAnswers: Record<SmsCommand, (office: OfficeContact) => string> = {
  stop: () => 'You get no more text messages from us. Reply START to get them again.',
  start: () => 'You get text messages from us again. Reply STOP to opt out.',
  help: ({ phone, email }) =>
    `You can reach us at ${[phone, email].filter(Boolean).join(' or ') || 'our office'}.`,
}

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
