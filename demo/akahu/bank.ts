import { generateKeyPairSync, randomBytes } from 'node:crypto'

// A double of Akahu: a program of its own that speaks its protocol over HTTP. It shares no code with
// what speaks to it, so that one mistake cannot be made on both sides.

export interface Transaction {
  _id: string
  _migrated?: string
  _account: string
  date: string
  description: string
  /** Written into answers digit by digit, also where no binary number has these digits. */
  amount: string
  balance?: string
  type: string
  meta?: Record<string, string>
  /** Lodged, and not settled yet. */
  is_pending?: boolean
}

export interface Account {
  _id: string
  _migrated?: string
  name: string
  formatted_account: string
}

export interface Subscription {
  _id: string
  token: string
  type: string
  state: string
}

interface SigningKey {
  id: number
  publicPem: string
  privatePem: string
}

/** All that the double knows. */
export interface Bank {
  tokens: Set<string>
  accounts: Account[]
  transactions: Transaction[]
  subscriptions: Subscription[]
  signing: SigningKey
}

export function newBank(): Bank {
  return {
    tokens: new Set(['user_token_demo']),
    accounts: [],
    transactions: [],
    subscriptions: [],
    signing: newKey(1),
  }
}

export function newKey(id: number): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    id,
    publicPem: publicKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    privatePem: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
  }
}

export const newId = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`

/** Settled ones of an account, the latest first, as pages of them are read. */
export function settledOf({ transactions }: Bank, account: string): Transaction[] {
  return transactions
    .filter((one) => one._account === account && !one.is_pending)
    .sort((a, b) => (a.date === b.date ? (a._id < b._id ? 1 : -1) : a.date < b.date ? 1 : -1))
}

interface PageAsked {
  start: string | null
  end: string | null
  cursor: string | null
  size: number
}

/** A page, and where the next one begins: after the start, up to and with the end. */
export function pageOf(bank: Bank, account: string, { start, end, cursor, size }: PageAsked) {
  const at = (text: string | null) => (text === null ? null : Date.parse(text))
  const [from, to] = [at(start), at(end)]
  const within = settledOf(bank, account).filter(({ date }) => {
    const moment = Date.parse(date)
    return (from === null || moment > from) && (to === null || moment <= to)
  })
  const mark = cursor === null ? null : Buffer.from(cursor, 'base64url').toString()
  const rest = mark === null ? within : within.filter((one) => markOf(one) < mark)
  const items = rest.slice(0, size)
  const last = items.at(-1)
  const isMore = rest.length > items.length && last !== undefined
  return { items, next: isMore ? Buffer.from(markOf(last)).toString('base64url') : null }
}

const markOf = ({ date, _id }: Transaction) => `${date} ${_id}`
