/** What differs between the versions of the engine; everything else has always been as it is. */
export interface EngineRules {
  /** A credit counts with its discount whenever it is used: with two it was cheaper to pay late. */
  aCreditHasOneOutcome: boolean
  /** A supplier's printed cents win against what we compute from quantities and rates. */
  supplierFiguresArePrinted: boolean
  /** Through us, the page asks for what our books say of the supplier, not for what it printed. */
  supplierBalanceIsOurs: boolean
}

/** Raised when a rule changes; a stored invoice is proved by the engine that made it. */
export const ENGINE_VERSION = '2'

const versions: Record<string, EngineRules> = {
  '1': {
    aCreditHasOneOutcome: false,
    supplierFiguresArePrinted: false,
    supplierBalanceIsOurs: false,
  },
  [ENGINE_VERSION]: {
    aCreditHasOneOutcome: true,
    supplierFiguresArePrinted: true,
    supplierBalanceIsOurs: true,
  },
}

export function rulesOf(engine_version: string): EngineRules {
  const rules = versions[engine_version]
  if (!rules) throw new Error(`There is no engine ${engine_version}.`)
  return rules
}
