import { z } from 'zod'
import {
  organisationSettings,
  type Setting,
  type SettingName,
} from '#domain/identity/organisation-settings.ts'
import type { GstRate } from '#domain/kit/gst.ts'
import { classesFrom, stepsFrom } from './typed-reminders.ts'

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

/** All settings with what the organisation stored of them. */
export function chosenFrom(data: readonly object[]): ChosenSetting[] {
  // The rows of the list carry their ids and versions.
  const rows = data as StoredSetting[]
  return Object.entries(organisationSettings).map(([key, setting]: [string, Setting]) => {
    const row = rows.find(({ name }) => name.toLowerCase() === key)
    const read = setting.schema.safeParse(row?.value)
    return {
      // The keys of the table are its names.
      name: key as SettingName,
      setting,
      stored: row ?? null,
      value: read.success ? read.data : setting.initial,
    }
  })
}

/** A value as people say it. */
export function inWords(setting: Setting, value: unknown): string {
  // Each setting says its own kind of value, which its schema has read.
  return (setting.inWords as (value: unknown) => string)(value)
}

/** A value that it had once; null is the standard. */
export function saidOf({ setting }: ChosenSetting, value: unknown): string {
  if (value === null) return `the standard (${inWords(setting, setting.initial)})`
  const read = setting.schema.safeParse(value)
  return read.success ? inWords(setting, read.data) : JSON.stringify(value)
}

/** What somebody types for a setting: text, or a choice. */
export type TypedSetting = string | boolean

export function typedFrom({ kind }: Setting, value: unknown): TypedSetting {
  if (kind === 'yes-no') return value === true
  if (jsonKinds.includes(kind)) return JSON.stringify(value)
  return String(value)
}

// Put together from parts, which are kept as text while somebody types.
const jsonKinds: readonly Setting['kind'][] = ['gst-rates', 'reminder-steps', 'reminder-classes']

/** What was typed, as it is stored; what cannot be read is refused by the setting itself. */
export function storedFrom({ kind }: Setting, typed: TypedSetting): unknown {
  if (typeof typed === 'boolean') return typed
  const text = typed.trim()
  if (kind === 'number') return wholeNumber(text)
  if (kind === 'reminder-steps') return stepsFrom(text)
  if (kind === 'reminder-classes') return classesFrom(text)
  if (kind === 'gst-rates')
    return readRates(text).map(({ from, percent }) => ({ from, percent: plainPercent(percent) }))
  if (kind === 'amount') return text.replace(/[$,\s]/g, '')
  return text
}

const rows = z.array(z.object({ from: z.string(), percent: z.string() }))

/** Percentages as they are being typed; rows may be empty, and their days out of order. */
export const readRates = (typed: string): GstRate[] => rows.parse(JSON.parse(typed))
export const typedRates = (rates: readonly GstRate[]): string => JSON.stringify(rates)

const plainPercent = (text: string) => text.replace(/[%\s]/g, '').replace(/\.0*$/, '')

const wholeNumber = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : text)
