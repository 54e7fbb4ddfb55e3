import type { Setting, SettingName } from '#domain/identity/organisation-settings.ts'

/** A setting as the organisation stored it. */
export interface StoredSetting {
  id: number
  version: number
  name: string
  value: unknown
  modified_at: string
}

/** A setting with what holds: the organisation's own value, or the standard. */
export interface ChosenSetting {
  name: SettingName
  setting: Setting
  stored: StoredSetting | null
  value: unknown
}

/** A value as people say it. */
export function inWords(setting: Setting, value: unknown): string {
  // Each setting says its own kind of value, which its schema has read.
  return (setting.inWords as (value: unknown) => string)(value)
}

/** What somebody types for a setting: text, or a choice. */
export type TypedSetting = string | boolean

export function typedFrom({ kind }: Setting, value: unknown): TypedSetting {
  if (kind === 'yes-no') return value === true
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** What was typed, as it is stored; what cannot be read is refused by the setting itself. */
export function storedFrom({ kind }: Setting, typed: TypedSetting): unknown {
  if (typeof typed === 'boolean') return typed
  const text = typed.trim()
  if (kind === 'number') return wholeNumber(text)
  if (kind === 'days-list') return text === '' ? [] : text.split(/[\s,;]+/).map(wholeNumber)
  if (kind === 'amount') return text.replace(/[$,\s]/g, '')
  return text
}

const wholeNumber = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : text)
