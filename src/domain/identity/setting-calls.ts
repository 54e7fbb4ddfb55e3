import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { organisationSettings, type SettingName } from './organisation-settings.ts'
import type { SettingChange } from './setting-changes.ts'

/** Kept among the settings in a shape and on a screen of their own. */
export const rulesSettings = ['reading_rules', 'bill_rules'] as const
export type RulesSettingName = (typeof rulesSettings)[number]

/** Kept with the organisation itself, and told of as any other setting is. */
export const organisationFlags = ['totp_required'] as const

// The keys of the table are its names.
const names = Object.keys(organisationSettings) as [SettingName, ...SettingName[]]
const aSetting = { error: 'A setting of the organisation.' }

/** Whatever tells who changed it. */
export type ToldSettingName = SettingName | RulesSettingName | (typeof organisationFlags)[number]

/** Something that a setting may name: a template, a type of customers. */
export interface SettingChoice {
  value: string | number
  label: string
}
export type SettingChoices = Record<string, SettingChoice[]>

export const settingCalls = {
  changes: call({
    method: 'GET',
    path: '/organisationconfig/changes',
    summary: 'Who changed a setting, when, from what to what; null is the standard',
    policy: { from: 'user' },
    input: z.object({ name: z.enum([...names, ...rulesSettings, ...organisationFlags], aSetting) }),
    answers: data<SettingChange[]>(),
  }),
  choices: call({
    method: 'GET',
    path: '/organisationconfig/choices',
    summary: 'What a setting may name, such as templates and types of customers',
    policy: { from: 'user' },
    input: z.object({ name: z.enum(names, aSetting) }),
    answers: data<SettingChoices>(),
  }),
}
