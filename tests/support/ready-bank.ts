import { expect } from 'vitest'
import { customer } from '#domain/customers/customer.ts'
import { makeBankAccount } from '#domain/kit/bank-account.ts'
import type { Client } from './client.ts'
import { makeRow } from './fitting.ts'
import { because, done, type Prepare } from './ready-rows.ts'
import { sendForm, textFile } from './upload.ts'

// How calls about banks are made ready. An organisation has room for ten accounts: each person who
// asks gets one, and every line and statement is of that one.

let sequence = 40_000
const accounts = new WeakMap<Client, Promise<number>>()

export const newAccount = () => {
  sequence += 1
  return {
    name: `Account ${sequence}`,
    bank_account_number: makeBankAccount('06', '0501', sequence * 2),
    opening_date: '2026-01-01',
    opening_balance: '0.00',
  }
}

async function openAccount(client: Client): Promise<number> {
  const reply = await client.put('/bankaccount', newAccount())
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}

export function bankAccountOf(client: Client): Promise<number> {
  const known = accounts.get(client) ?? openAccount(client)
  accounts.set(client, known)
  return known
}

async function newLine(client: Client): Promise<{ amount: string } & Record<string, unknown>> {
  sequence += 1
  const bankaccount_id = await bankAccountOf(client)
  const amount = `${sequence}.00`
  return { bankaccount_id, transaction_date: '2026-11-02', amount, other_party: 'Kauri Cafe' }
}

async function line(client: Client) {
  const sent = await newLine(client)
  const reply = await client.put('/banktransaction', sent)
  expect(reply.status, reply.text).toBe(201)
  return { id: reply.body.data.id as number, amount: sent.amount }
}

async function matched(client: Client): Promise<{ id: number }> {
  const { id, amount } = await line(client)
  await done(client, '/banktransaction/match', { id, parts: [{ kind: 'aside', amount }] })
  return { id }
}

async function newStatement(client: Client) {
  sequence += 1
  // Of an account of its own, so that nothing else stands on it.
  const bankaccount_id = await bankAccountOf(client)
  const day = String(1 + (sequence % 27)).padStart(2, '0')
  const statement_date = `2026-0${1 + (Math.floor(sequence / 27) % 9)}-${day}`
  return { bankaccount_id, statement_date, closing_balance: '0.00' }
}

async function statement(client: Client): Promise<{ id: number }> {
  const reply = await client.put('/bankstatement', await newStatement(client))
  expect(reply.status, reply.text).toBe(201)
  return { id: reply.body.data.id }
}

const newRule: Prepare = async () => ({
  name: `Rule ${++sequence}`,
  direction: 'out',
  text_contains: 'fee',
  kind: 'account',
  account: 6030,
})

const bankFile = () => {
  sequence += 1
  const header = 'Date,Description,Amount,Balance'
  return textFile(`${header}\n02/11/2026,Payment ${sequence},${sequence}.00,${sequence}.00`)
}

async function staged(client: Client): Promise<number> {
  const bankaccount_id = await bankAccountOf(client)
  const sent = { content: bankFile(), file_name: 'tsb.csv', bankaccount_id }
  const reply = await sendForm(client, 'PUT /bankimport', sent)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}

async function stagedRow(client: Client) {
  const bankimport_id = await staged(client)
  const [row] = (await client.get('/stagedbanklines', { bankimport_id })).body.data
  return row as { id: number; version: number }
}

/** Calls about bank accounts, files, lines, rules and statements. */
export const readyBank: Record<string, Prepare> = {
  'PUT /bankaccount': async () => newAccount(),
  'POST /bankaccount': async (client) => {
    const id = await bankAccountOf(client)
    const { version } = (await client.get('/bankaccount', { id })).body.data
    return { id, version, name: `Renamed ${++sequence}` }
  },
  // Later than returns that were filed for earlier years, and earlier than anything that is booked.
  'POST /bankaccounts/lock': async () => ({ books_locked_to: '2021-01-01' }),
  'PUT /banktransaction': newLine,
  'POST /banktransaction': async (client) => {
    const { id } = await line(client)
    return { id, version: 1, notes: 'Looked at' }
  },
  'POST /banktransaction/match': async (client) => {
    const { id, amount } = await line(client)
    return { id, parts: [{ kind: 'aside', amount }] }
  },
  'POST /banktransaction/unmatch': async (client) => ({ ...(await matched(client)), ...because }),
  'POST /banktransaction/ignore': async (client) => {
    const sent = { ...(await newLine(client)), transaction_date: '2025-12-01' }
    const reply = await client.put('/banktransaction', sent)
    return { id: reply.body.data.id, ...because }
  },
  'POST /banktransactions/accept': async (client) => {
    const { id: customer_id, customer_number } = await makeRow(client, customer)
    const sent = { ...(await newLine(client)), reference: String(customer_number) }
    const { id } = (await client.put('/banktransaction', sent)).body.data
    const { candidates } = (await client.get('/banktransaction', { id })).body.info
    expect(candidates[0].customer_id).toBe(customer_id)
    return { lines: [{ id, key: candidates[0].key }] }
  },
  'POST /banktransactions/unmatch': async (client) => ({
    ids: [(await matched(client)).id],
    ...because,
  }),
  'POST /banktransactions/rematch': async () => ({}),
  'POST /banktransactions/explain': async (client) => ({
    amount: '10.00',
    transaction_date: '2026-11-02',
    customer_ids: [(await makeRow(client, customer)).id],
  }),
  'PUT /bankrule': newRule,
  'POST /bankrule': async (client) => {
    const { id, version } = (await client.put('/bankrule', await newRule(client))).body.data
    return { id, version, text_contains: 'account fee' }
  },
  'POST /bankrule/test': newRule,
  'PUT /bankstatement': newStatement,
  'POST /bankstatement': async (client) => ({
    ...(await statement(client)),
    version: 1,
    closing_balance: '1.00',
  }),
  'PUT /bankimport': async (client) => ({
    content: bankFile(),
    file_name: 'tsb.csv',
    bankaccount_id: await bankAccountOf(client),
  }),
  'POST /bankimport/accept': async (client) => ({ id: await staged(client) }),
  'POST /bankimport/undo': async (client) => {
    const id = await staged(client)
    await done(client, '/bankimport/accept', { id })
    return { id, ...because }
  },
  'POST /bankimport/map': async (client) => {
    const content = textFile(`Wann;Wieviel ${++sequence}\n02/11/2026;${sequence}.00`)
    const bankaccount_id = await bankAccountOf(client)
    const sent = { content, file_name: 'unknown.csv', bankaccount_id }
    const reply = await sendForm(client, 'PUT /bankimport', sent)
    expect(reply.body.data.import_status, reply.text).toBe('mapping')
    return { id: reply.body.data.id, mapping: { transaction_date: 0, amount: 1 } }
  },
  'POST /stagedbankline': async (client) => {
    const { id, version } = await stagedRow(client)
    return { id, version, other_party: 'Somebody else' }
  },
  'POST /stagedbanklines/accept': async (client) => ({ ids: [(await stagedRow(client)).id] }),
  'POST /stagedbanklines/reject': async (client) => ({ ids: [(await stagedRow(client)).id] }),
  ...statementActions(),
}

/** An account that holds nothing agrees with a statement that says so. */
function statementActions(): Record<string, Prepare> {
  const emptyStatement = async (client: Client) => {
    const reply = await client.put('/bankstatement', {
      ...(await newStatement(client)),
      statement_date: `2025-0${1 + (++sequence % 9)}-${String(1 + (sequence % 27)).padStart(2, '0')}`,
    })
    expect(reply.status, reply.text).toBe(201)
    return { id: reply.body.data.id as number }
  }
  return {
    'POST /bankstatement/agree': emptyStatement,
    'POST /bankstatement/reopen': async (client) => {
      const { id } = await emptyStatement(client)
      await done(client, '/bankstatement/agree', { id })
      return { id, ...because }
    },
  }
}
