import { billRuleBook } from '#domain/bills/bill-rules.ts'
import { RulesScreen } from '#web/identity/rules-screen.tsx'

/** The rules every supplier's bill is held against before it is owed. */
export function Screen() {
  return (
    <RulesScreen
      name="bill_rules"
      book={billRuleBook}
      title="Bill rules"
      above={['Bills', '/app/bills']}
    />
  )
}
