import { readingRuleBook } from '#domain/meters/plausibility-rules.ts'
import { RulesScreen } from '#web/identity/rules-screen.tsx'

/** The rules every reading is held against; an organisation may weigh them in its own way. */
export function Screen() {
  return (
    <RulesScreen
      name="reading_rules"
      book={readingRuleBook}
      title="Reading rules"
      above={['Meters', '/app/meters']}
    />
  )
}
