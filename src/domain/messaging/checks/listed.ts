import type { MessagePurpose } from '#domain/messaging/sms/sms-text.ts'
import { type Stop, stop } from './stop.ts'

export const blockScopes = ['promotional', 'everything'] as const
export type BlockScope = (typeof blockScopes)[number]

/** Where an entry came from, as the list shows it. */
export const blockSources = {
  staff: 'Staff',
  stop: 'Answered STOP',
  unsubscribe: 'Unsubscribed',
  bounce: 'Mail came back',
  complaint: 'Complained',
  import: 'Import',
} as const
export type BlockSource = keyof typeof blockSources
export const blockSourceNames = Object.keys(blockSources) as [BlockSource, ...BlockSource[]]

export interface ListEntry {
  type: 'email' | 'sms' | 'all'
  blocks: BlockScope
  source: BlockSource
}

const ways: Record<BlockSource, string> = {
  staff: 'Another address can be used, or a manager takes it off the list.',
  stop: 'They can answer START, or be reached another way.',
  unsubscribe: 'Bills and notices still go there.',
  bounce: 'Ask them for an address that works.',
  complaint: 'Talk to them in person.',
  import: 'Another address can be used, or a manager takes it off the list.',
}

/** Whoever opted out is not written to; who only unsubscribed still gets bills. */
export function listedStop(
  entries: readonly ListEntry[],
  { channel, purpose, contact }: { channel: string; purpose: MessagePurpose; contact: string },
): Stop | null {
  const entry = entries.find(
    ({ type, blocks }) =>
      (type === 'all' || type === channel) &&
      (blocks === 'everything' || purpose === 'promotional'),
  )
  if (!entry) return null
  const what = entry.blocks === 'everything' ? 'anything' : 'advertising'
  const reason = `${contact} does not want ${what} (${blockSources[entry.source].toLowerCase()})`
  return stop('list', reason, ways[entry.source])
}
