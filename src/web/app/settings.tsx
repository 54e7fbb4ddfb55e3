import { SettingsScreen } from '#web/identity/organisation-settings.tsx'
import { WaitingWords } from '#web/payees/waiting-words.tsx'

/** The settings, with words on papers that wait for a second person above them. */
export function Screen() {
  return <SettingsScreen above={<WaitingWords kind="organisationconfig" />} />
}
