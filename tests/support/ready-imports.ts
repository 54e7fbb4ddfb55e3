import { expect } from 'vitest'
import { rateimport } from '#domain/contracts/rateimport.ts'
import { billCsv, energy, sendBills } from './bill-file.ts'
import type { Client } from './client.ts'
import { makeRow } from './fitting.ts'
import { sendRates } from './rate-file.ts'
import type { Prepare } from './ready-rows.ts'

// How calls about files of bills and of rates are made ready; small files are checked within their call.

let statements = 0

async function billFile(client: Client) {
  statements += 1
  const reply = await sendBills(client, billCsv(energy(`READY-${statements}`, 'nobody')))
  expect(reply.status, reply.text).toBe(201)
  const { id } = reply.body.data
  const rows = (await client.get('/stagedbilllines', { billimport_id: id })).body.data
  return { id, rows, ids: rows.map((row: { id: number }) => row.id) }
}

// What was said of some headings holds for the next file that has them: these have their own.
async function unmapped(client: Client): Promise<number> {
  statements += 1
  const reply = await sendBills(client, `a${statements},b,c\nREADY-${statements},Energy,108.00\n`)
  expect(reply.body.data.import_status, reply.text).toBe('mapping')
  return reply.body.data.id
}

async function rateFile(client: Client) {
  const { id } = await makeRow(client, rateimport)
  const rows = (await client.get('/stagedrates', { rateimport_id: id })).body.data
  return { id, rows, ids: rows.map((row: { id: number }) => row.id) }
}

async function unmappedRates(client: Client): Promise<number> {
  statements += 1
  const reply = await sendRates(client, `a${statements},b,c\nK-${statements},Energy,0.25\n`)
  expect(reply.body.data.import_status, reply.text).toBe('mapping')
  return reply.body.data.id
}

export const readyImports: Record<string, Prepare> = {
  'POST /billimport/accept': async (client) => ({ id: (await billFile(client)).id }),
  'POST /billimport/undo': async (client) => {
    const { id } = await billFile(client)
    expect((await client.post('/billimport/accept', { id })).status).toBe(200)
    return { id, reason: 'The wrong month.' }
  },
  'POST /billimport/map': async (client) => ({
    id: await unmapped(client),
    mapping: { supplier_statement_number: 0, line_name: 1, amount: 2 },
  }),
  'POST /stagedbillline': async (client) => {
    const [row] = (await billFile(client)).rows
    return { id: row.id, version: row.version, fields: { ...row.fields, amount: '109.00' } }
  },
  'POST /stagedbilllines/accept': async (client) => ({ ids: (await billFile(client)).ids }),
  'POST /stagedbilllines/reject': async (client) => ({ ids: (await billFile(client)).ids }),
  'POST /rateimport/accept': async (client) => ({ id: (await rateFile(client)).id }),
  'POST /rateimport/undo': async (client) => {
    const { id } = await rateFile(client)
    expect((await client.post('/rateimport/accept', { id })).status).toBe(200)
    return { id, reason: 'The wrong tariff.' }
  },
  'POST /rateimport/map': async (client) => ({
    id: await unmappedRates(client),
    mapping: { contract_number: 0, rate_name: 1, rate_amount: 2 },
  }),
  'POST /stagedrate': async (client) => {
    const [row] = (await rateFile(client)).rows
    return { id: row.id, version: row.version, fields: { ...row.fields, rate_amount: '0.31' } }
  },
  'POST /stagedrates/accept': async (client) => ({ ids: (await rateFile(client)).ids }),
  'POST /stagedrates/reject': async (client) => ({ ids: (await rateFile(client)).ids }),
}
