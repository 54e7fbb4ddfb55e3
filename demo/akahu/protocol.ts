import { type Account, type Bank, newId, pageOf, type Transaction } from './bank.ts'

/** A call as the protocol sees it. */
export interface FeedRequest {
  method: string
  url: URL
  headers: Record<string, string | string[] | undefined>
  body: Record<string, unknown>
}

export interface Reply {
  status: number
  body: unknown
  headers?: Record<string, string>
}

interface App {
  token: string
  secret: string
  pageSize: number
}

const refused = (status: number, message: string): Reply => ({
  status,
  body: { success: false, message },
})
const done = (more: object): Reply => ({ status: 200, body: { success: true, ...more } })

/** Answers as Akahu does. */
export function speak(bank: Bank, app: App, { method, url, headers, body }: FeedRequest): Reply {
  const [, , kind = '', id = '', part = ''] = url.pathname.split('/').map(decodeURIComponent)
  const said = String(headers.authorization ?? '')
  if (kind === 'keys') return keyOf(bank, app, said, Number(id))
  if (headers['x-akahu-id'] !== app.token) return refused(400, 'Missing or unknown app token')
  const token = said.replace(/^Bearer /, '')
  if (!bank.tokens.has(token)) return refused(401, 'Unauthorized')
  const asked = `${method} ${kind}${part ? `/${part}` : ''}`
  switch (asked) {
    case 'GET accounts':
      return done({ items: bank.accounts.map(accountShown) })
    case 'GET accounts/transactions': {
      if (!bank.accounts.some((one) => one._id === id)) return refused(404, 'No such account')
      const named = (name: string) => url.searchParams.get(name)
      const { items, next } = pageOf(bank, id, {
        start: named('start'),
        end: named('end'),
        cursor: named('cursor'),
        size: app.pageSize,
      })
      return done({ items: items.map(shown), cursor: { next } })
    }
    case 'GET transactions': {
      const found = bank.transactions.find((one) => one._id === id && !one.is_pending)
      return found ? done({ item: shown(found) }) : refused(404, 'No such transaction')
    }
    case 'GET webhooks':
      return done({ items: bank.subscriptions.filter((one) => one.token === token) })
    case 'POST webhooks': {
      const type = String(body.webhook_type)
      const hook = { _id: newId('hook'), token, type, state: String(body.state ?? '') }
      bank.subscriptions.push(hook)
      return done({ item_id: hook._id })
    }
    case 'DELETE webhooks':
      bank.subscriptions = bank.subscriptions.filter((one) => one._id !== id)
      return done({})
    default:
      return refused(404, 'No such endpoint')
  }
}

function keyOf({ signing }: Bank, { token, secret }: App, said: string, id: number): Reply {
  const own = Buffer.from(`${token}:${secret}`).toString('base64')
  if (said !== `Basic ${own}`) return refused(401, 'Unauthorized')
  return id === signing.id ? done({ item: signing.publicPem }) : refused(404, 'No such key')
}

const accountShown = (account: Account) => ({
  ...account,
  _credentials: 'creds_1',
  connection: { _id: 'conn_1', name: 'Demo Bank' },
  status: 'ACTIVE',
  type: 'CHECKING',
  attributes: ['TRANSACTIONS'],
})

/** Numbers are written as their digits stand. */
function shown({ is_pending: _, amount, balance, ...one }: Transaction) {
  const digits = (text: string) => (JSON as unknown as Raw).rawJSON(text)
  return {
    ...one,
    _user: 'user_1',
    _connection: 'conn_1',
    created_at: one.date,
    updated_at: one.date,
    hash: one._id,
    amount: digits(amount),
    ...(balance === undefined ? {} : { balance: digits(balance) }),
  }
}

// The types of JSON do not know it yet.
interface Raw {
  rawJSON(text: string): object
}
