import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import { organisationSettings, type SettingName } from './organisation-settings.ts'
import type { SettingChange } from './setting-changes.ts'

// The keys of the table are its names.
const names = Object.keys(organisationSettings) as [SettingName, ...SettingName[]]

export const settingCalls = {
  changes: call({
    method: 'GET',
    path: '/organisationconfig/changes',
    summary: 'Who changed a setting, when, from what to what; null is the standard',
    policy: { from: 'user' },
    input: z.object({ name: z.enum(names, { error: 'A setting of the organisation.' }) }),
    answers: data<SettingChange[]>(),
  }),
}
