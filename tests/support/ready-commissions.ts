import { partnerterm } from '#domain/commissions/partnerterm.ts'
import { contract } from '#domain/contracts/contract.ts'
import { makeIcp } from '#domain/kit/icp.ts'
import { partner } from '#domain/partners/partner.ts'
import type { Client } from './client.ts'
import { makeRow } from './fitting.ts'
import { because, done, type Prepare } from './ready-rows.ts'

let sequence = 9_100_000

/** A contract in force that no partner earns on yet. */
async function unshared(client: Client): Promise<number> {
  sequence += 1
  const given = { connections: [makeIcp(sequence, 'UN')], date_start: '2026-01-01' }
  const { id } = await makeRow(client, contract, { ...given, date_end: '2030-12-31' })
  await done(client, '/contract/activate', { id, ...because })
  return id
}

/** What partners earn, made ready to be asked for. */
export const readyCommissions: Record<string, Prepare> = {
  'PUT /contractpartner': async (client) => ({
    contract_id: await unshared(client),
    valid_from_date: '2026-01-01',
    partners: [{ partner_id: (await makeRow(client, partner)).id, share_percent: '100' }],
  }),
  'PUT /commission': async (client) => ({
    partner_id: (await makeRow(client, partner)).id,
    amount: '12.00',
    ...because,
  }),
  'DELETE /partnerterm': async (client) => ({ id: (await makeRow(client, partnerterm)).id }),
}
