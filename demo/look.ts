import { readFileSync } from 'node:fs'
import type { SettingName } from '#domain/identity/organisation-settings.ts'
import { flatPng, pngHead } from '#server/files/flat-png.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { digestOf } from '#server/kit/print/render-pdf.ts'

const LOGO = sql<never, [sha256: string, width: number, height: number, bytes: Buffer]>`
  insert into logos (organisation_id, sha256, media_type, width, height, bytes)
  values (scope_organisation(), $1, 'image/png', $2, $3, $4)`

const SETTING = sql<never, [name: SettingName, value: string]>`
  insert into organisationconfigs (organisation_id, name, value)
  values (scope_organisation(), $1, $2::jsonb)`

/** How the papers of the demonstration look, from its first one on. */
export async function storeLook(conn: Conn): Promise<void> {
  const bytes = flatPng(readFileSync(new URL('./harbour-logo.png', import.meta.url)))
  const head = bytes && pngHead(bytes)
  if (!bytes || !head) throw new Error('The logo of the demonstration cannot be read.')
  const logo = digestOf(bytes).toString('hex')
  await LOGO.run(conn, logo, head.width, head.height, bytes)
  const settings: [SettingName, string][] = [
    ['look_logo', logo],
    ['look_colour', '#0f4c81'],
    ['look_footer', 'Weekdays 8 am to 5:30 pm. Power out? Call your lines company at any hour.'],
    [
      'complaint_words',
      'Please tell us first: complaints@harbourenergy.example. Where we cannot put it right, Utilities Disputes is free and independent: 0800 22 33 40, udl.co.nz.',
    ],
  ]
  for (const [name, value] of settings) await SETTING.run(conn, name, JSON.stringify(value))
}
