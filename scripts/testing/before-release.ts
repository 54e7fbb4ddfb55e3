type Project = 'api' | 'faults' | 'e2e'

/**
 * Files that only `npm run test:heavy` and `npm run test:faults` run, by the reason why not every run
 * has them. Every run is for whoever changes something and waits: it has each promise once, where it
 * is cheapest to show, and a browser for what only a browser can show.
 */
export const beforeRelease: Record<Project, Record<string, string[]>> = {
  api: {
    'more of the same: every run plays lives of half as many customers': [
      'ledger-model-other-half',
    ],
    'restores a whole backup once more, from a bucket or by night': ['bucket-backup', 'drill'],
    'generated lives of one customer or supplier, which the books’ model plays as well': [
      'exact-payer',
      'supplier-model',
    ],
    'holds a double to its own rules, which every journey of a debit goes by': [
      'gocardless-double-trouble',
    ],
  },
  faults: {
    'starts and kills whole programs for half a minute or more': [
      'acknowledged',
      'backup',
      'bank-import',
      'billing-run',
      'bulk',
      'direct-debit-calls',
      'office',
      'point-in-time',
      'soak',
      'start',
    ],
    'counts the connections of a whole demonstration; every other file counts its own as it ends': [
      'no-way-out',
    ],
    'goes through the hours of four time zones, which only another Node tells in another way': [
      'clock',
    ],
  },
  e2e: {
    'a newcomer’s whole circle, whose steps have journeys of their own': ['circle'],
    'the API shows the same, and another journey the same parts of the screen': [
      'account-history',
      'adjustment',
      'bank-feed',
      'bank-month',
      'bank-ways',
      'billing-run',
      'bills',
      'charges',
      'commission',
      'commission-long',
      'commissions',
      'consent',
      'contract',
      'credit-note',
      'dashboard',
      'demonstration-organisation',
      'direct-debit-bad-days',
      'export',
      'files',
      'folders',
      'guard-code',
      'help',
      'invoice-amounts',
      'logs-and-locks',
      'map',
      'message-template',
      'meter',
      'money-reports',
      'office-reports',
      'payee-account',
      'platform',
      'proposal',
      'read-anew',
      'reading-import',
      'regular-reports',
      'removal',
      'reports',
      'settings',
      'supplier-adjustment',
      'task',
      'webhook',
    ],
    'walks one part of the kit through every screen that has it': [
      'double-submit',
      'hostile-text',
      'kept-typing',
      'overlays',
      'retries',
      'sent-alone',
      'typed-days',
    ],
    'waits for a clock': ['session-renewal'],
  },
}

/** The files a run leaves out; none where everything is asked for, in whichever size. */
export function leftOut(project: Project): string[] {
  if (process.env.HEAVY || process.env.ALL_FILES) return []
  const names = Object.values(beforeRelease[project]).flat()
  return names.map((name) => `tests/${project}/${name}.test.ts`)
}
