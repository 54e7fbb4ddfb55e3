import { type Account, type Bank, newId, newKey, type Transaction } from './bank.ts'
import type { Reply } from './protocol.ts'
import type { Webhooks } from './webhooks.ts'

/** What the next calls meet instead of an answer. */
export interface Fault {
  mode: '401' | '429' | '500' | 'garbage' | 'hang up'
  times: number
  retry_after: number
}

interface Parts {
  bank: Bank
  webhooks: Webhooks
  faults: Fault[]
}

type Body = Record<string, unknown>
type GivenTransaction = Partial<Transaction> & { _account: string; amount: string; date: string }

/** Has things happen at the bank. No part of Akahu: it is for tests and for the demonstration. */
export async function control(parts: Parts, what: string, body: Body): Promise<Reply> {
  const act = acts[what]
  if (!act) return { status: 404, body: { message: `Nobody knows ${what}.` } }
  return { status: 200, body: (await act(parts, body)) ?? {} }
}

const acts: Record<string, (parts: Parts, body: Body) => unknown> = {
  accounts: ({ bank }, body) => {
    const account = { _id: newId('acc'), ...body } as Account // Whoever controls it knows the shape.
    bank.accounts.push(account)
    return account
  },
  transactions: (parts, body) => {
    const made = (body.lines as GivenTransaction[]).map(
      (given): Transaction => ({
        _id: newId('trans'),
        description: 'A PAYMENT',
        type: Number(given.amount) < 0 ? 'DEBIT' : 'DIRECT CREDIT',
        ...given,
      }),
    )
    parts.bank.transactions.push(...made)
    tellNew(parts, made)
    return made
  },
  settle: (parts, { id }) => {
    const found = parts.bank.transactions.filter((one) => one._id === id)
    for (const one of found) delete one.is_pending
    tellNew(parts, found)
  },
  remove: ({ bank, webhooks }, { ids }) => {
    const gone = new Set(ids as string[])
    const [first] = bank.transactions.filter((one) => gone.has(one._id))
    bank.transactions = bank.transactions.filter((one) => !gone.has(one._id))
    const more = { item_id: first?._account, removed_transactions: [...gone] }
    webhooks.tell({ token: '*', type: 'TRANSACTION', code: 'DELETE', more })
  },
  rename: (parts, { id }) => {
    const found = parts.bank.transactions.filter((one) => one._id === id)
    for (const one of found) Object.assign(one, { _migrated: one._id, _id: newId('trans') })
    tellNew(parts, found)
    return found[0]
  },
  'rename-account': ({ bank }, { id }) => {
    const found = bank.accounts.find((one) => one._id === id)
    if (!found) return
    const _id = newId('acc')
    for (const one of bank.transactions) if (one._account === found._id) one._account = _id
    Object.assign(found, { _migrated: found._id, _id })
    return found
  },
  revoke: ({ bank, webhooks }, { token }) => {
    bank.tokens.delete(String(token))
    const more = { item_id: newId('token') }
    webhooks.tell({ token: String(token), type: 'TOKEN', code: 'DELETE', more })
  },
  consent: ({ bank }, { token }) => {
    bank.tokens.add(String(token))
  },
  rotate: ({ bank }) => {
    bank.signing = newKey(bank.signing.id + 1)
    return { id: bank.signing.id }
  },
  sign: ({ webhooks }, { payload }) => webhooks.sign(JSON.stringify(payload)),
  faults: ({ faults }, { mode, times, retry_after }) => {
    const fault = { mode, times: times ?? 1, retry_after: retry_after ?? 1 }
    faults.push(fault as Fault) // Whoever controls it knows the modes.
  },
  heal: ({ faults }) => {
    faults.splice(0)
  },
  webhooks: ({ webhooks }, body) => {
    Object.assign(webhooks.state, body)
  },
  release: ({ webhooks }) => webhooks.release(),
  quiet: async ({ webhooks }) => {
    await webhooks.quiet()
    return { sent: webhooks.sent }
  },
  settled: ({ bank }) => bank.transactions.filter((one) => !one.is_pending),
}

function tellNew({ webhooks }: Parts, lines: readonly Transaction[]): void {
  const settled = lines.filter((one) => !one.is_pending)
  for (const [account, own] of Map.groupBy(settled, (one) => one._account)) {
    const ids = own.map((one) => one._id)
    const more = { item_id: account, new_transactions: ids.length, new_transaction_ids: ids }
    webhooks.tell({ token: '*', type: 'TRANSACTION', code: 'DEFAULT_UPDATE', more })
  }
}
