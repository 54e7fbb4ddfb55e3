import {
  organisationSettings,
  type SettingName,
  settingNamed,
} from '#domain/identity/organisation-settings.ts'
import type { Entity } from '#domain/kit/entity.ts'

/** Where words stand that customers read, and may be told by where to pay. */
export const wordKinds = ['messagetemplate', 'organisationconfig'] as const
export type WordKind = (typeof wordKinds)[number]

export function wordKindOf({ name }: Pick<Entity, 'name'>): WordKind {
  const kind = wordKinds.find((one) => one === name)
  if (!kind) throw new Error(`Nobody reads words of a ${name}.`)
  return kind
}

/** What can happen to a change that waits for a second person. */
export const wordEvents = ['asked', 'confirmed', 'refused', 'withdrawn'] as const
export type WordEvent = (typeof wordEvents)[number]

/** What of a row decides whether its words are read. */
export interface WordRow {
  name?: unknown
  is_active?: unknown
}

// The settings whose words stand on every paper.
const wordSettings: readonly SettingName[] = ['look_footer', 'complaint_words']

/** What nobody reads may be written by one person: it waits when it is put to use. */
export const isRead: Record<WordKind, (row: WordRow) => boolean> = {
  messagetemplate: ({ is_active }) => is_active !== false,
  organisationconfig: ({ name }) =>
    wordSettings.some((one) => one === String(name).trim().toLowerCase()),
}

/** What a new row has until somebody else has read it: nothing that reaches a customer. */
export const unread: Record<WordKind, (row: WordRow) => Record<string, unknown>> = {
  messagetemplate: () => ({ is_active: false }),
  organisationconfig: ({ name }) => ({ value: settingNamed(String(name))?.initial ?? '' }),
}

/** How a row is called where its change is told of. */
export function calledWords(kind: WordKind, name: string): string {
  if (kind === 'messagetemplate') return name
  const setting = wordSettings.find((one) => one === name.toLowerCase())
  return setting ? organisationSettings[setting].label : name
}
