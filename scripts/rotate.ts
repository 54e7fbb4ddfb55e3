import { parseArgs } from 'node:util'
import { reachDatabase } from '#server/embedded/reach-database.ts'
import { loadConfig } from '#server/kit/start/config.ts'
import { isRefusal } from '#server/kit/start/refusal.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { rotateFieldKey } from '#server/upkeep/rotate-field-key.ts'

const log = (line: string) => console.log(line)

// Seals everything with the new FIELD_SECRET, or gives the application's role its new password.
try {
  const { values } = parseArgs({ options: { 'app-role': { type: 'boolean', default: false } } })
  const config = loadConfig()
  const { ownerUrl, stop } = await reachDatabase(config, log)
  try {
    const mayChangePassword = values['app-role']
    await prepareDatabase(config, ownerUrl, log, { mayChangePassword })
    if (mayChangePassword) log('The application’s role has the password of APP_ROLE_PASSWORD now.')
    else await changeKey(ownerUrl)
  } finally {
    await stop()
  }

  async function changeKey(url: string): Promise<void> {
    const report = await rotateFieldKey({ ownerUrl: url, keys: config.secrets.fields })
    for (const [place, { seen, sealed, lost }] of Object.entries(report)) {
      const missing = lost > 0 ? `; ${lost} open with neither key` : ''
      log(`${place}: ${sealed} of ${seen} sealed anew${missing}.`)
    }
    log('Everything is sealed with FIELD_SECRET now. Start without PREVIOUS_FIELD_SECRET.')
  }
} catch (error) {
  console.error(isRefusal(error) ? error.message : error)
  process.exit(1)
}
