/**
 * What an API key may be limited to. A call belongs to the module of its first word, so that new
 * calls of a known resource fall into their module by themselves.
 */
const resources = {
  customers: ['customer', 'guardcode', 'map', 'address'],
  suppliers: [
    'supplier',
    'partner',
    'partnerterm',
    'contractpartner',
    'commission',
    'commissionstatement',
  ],
  contracts: [
    'contract',
    'rate',
    'rateupdate',
    'supplierrate',
    'supplierrateupdate',
    'rateimport',
    'stagedrate',
    'signature',
  ],
  meters: ['meter', 'meterreading', 'meterregister', 'network', 'readingimport', 'stagedreading'],
  billing: [
    'bill',
    'billimport',
    'stagedbillline',
    'invoice',
    'billingrun',
    'charge',
    'adjustment',
    'proposal',
  ],
  payments: [
    'invoicepayment',
    'billpayment',
    'payeeaccount',
    'allocation',
    'directdebit',
    'mandate',
    'payout',
    'ddevent',
    'doublebank',
  ],
  bank: [
    'bankaccount',
    'bankimport',
    'stagedbankline',
    'banktransaction',
    'bankrule',
    'payeralias',
    'bankstatement',
  ],
  books: ['transaction', 'accounttransaction', 'invoicetransaction', 'manualentry', 'ledger'],
  reports: [
    'report',
    'gstreturn',
    'reportschedule',
    'export',
    'accountantfile',
    'activitycustomerinvoice',
    'activityuserbill',
    'dashboard',
    'news',
    'openitem',
    'invoicemargin',
    'connectionmove',
  ],
  messages: [
    'message',
    'messagetemplate',
    'messageblacklist',
    'thread',
    'doublemail',
    'doublephone',
    'maildomain',
    'consent',
    'carestop',
    'cannedreply',
    'bulkmessage',
    'bulkrecipient',
    'departure',
  ],
  office: [
    'note',
    'task',
    'file',
    'folder',
    'enquiry',
    'history',
    'search',
    'importcolumn',
    'fieldchange',
  ],
  organisation: [
    'organisation',
    'organisationconfig',
    'numberseries',
    'option',
    'staff',
    'membership',
    'userconfig',
    'sharedview',
    'userpermission',
    'website',
    'wordchange',
    'faq',
    'notification',
    'logo',
    'look',
  ],
} as const satisfies Record<string, readonly string[]>

export type KeyModule = keyof typeof resources

// Object.keys forgets that the keys are known.
export const keyModules = Object.keys(resources) as [KeyModule, ...KeyModule[]]

/** What a key may do, beside what its owner's role lets it do. */
export interface KeyScope {
  can_write: boolean
  /** Null: every module. */
  modules: readonly string[] | null
}

const moduleOfResource = new Map<string, KeyModule>(
  keyModules.flatMap((module) => resources[module].map((name) => [name, module] as const)),
)

/** The module of a call by its path; null for people's own accounts and the platform. */
export function moduleOf(path: string): KeyModule | null {
  const [, word = ''] = path.split('/')
  // Some words end like a plural and are none, so the word itself comes first.
  const names = [word, word.replace(/ies$/, 'y').replace(/s$/, ''), word.replace(/es$/, '')]
  return names.flatMap((name) => moduleOfResource.get(name) ?? [])[0] ?? null
}

/** As much of a call as decides. */
interface ScopedCall {
  method: string
  path: string
  policy: { apiKey?: boolean }
}

/** What a session that was traded for a key has beside the key: itself. Anybody may sign out. */
const ofTheSession = ['GET /user', 'GET /user/token']

/** Whether a key, or a session traded for it, is made for this call. */
export function isWithin({ can_write, modules }: KeyScope, { method, path, policy }: ScopedCall) {
  if (policy.apiKey === false) return ofTheSession.includes(`${method} ${path}`)
  if (method !== 'GET' && !can_write) return false
  if (modules === null) return true
  const module = moduleOf(path)
  return module !== null && modules.includes(module)
}

/** The same for records of a kind, where one call serves many: search, exports, a last look. */
export function reaches(scope: KeyScope | null | undefined, entity: string): boolean {
  if (!scope || scope.modules === null) return true
  const module = moduleOf(`/${entity}`)
  return module !== null && scope.modules.includes(module)
}

/** As in "Read and write customers and meters". */
export function scopeInWords({ can_write, modules }: KeyScope): string {
  const verb = can_write ? 'Read and write' : 'Read'
  return `${verb} ${modules === null ? 'everything' : modules.join(', ')}`
}
