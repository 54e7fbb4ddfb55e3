import { network } from '#domain/meters/network.ts'
import type { Database } from '#server/kit/database/database.ts'
import { type Context, nobody } from '#server/kit/http/context.ts'
import type { Config } from '#server/kit/start/config.ts'
import { storePapers, storeSignatures } from './contract-papers.ts'
import { DEMO_DAY, daysBefore } from './demo-time.ts'
import { storeEnquiries } from './enquiries.ts'
import { networkAt, networks } from './networks.ts'
import { storeProposals } from './proposals.ts'
import { fillLastFile, LAST_READ, storeLastFile, storePool } from './reading-files.ts'
import { storeContracts } from './store-contracts.ts'
import { storeMeters } from './store-meters.ts'
import { type DemoActor, type DemoRow, storeRows, type Target } from './store-rows.ts'
import { planSupply } from './supply.ts'

export interface SuppliedBook {
  customers: readonly DemoRow[]
  customerIds: readonly number[]
  supplierIds: ReadonlyMap<string, number>
  actors: ReadonlyMap<string, DemoActor>
  staffIds: ReadonlyMap<string, number>
  lead: DemoActor
  seed: number
}

/** What was agreed and what was used: networks, contracts, meters, readings and proposals. */
export async function storeSupply(
  parts: { database: Database; config: Config },
  target: Target,
  book: SuppliedBook,
): Promise<void> {
  const { customers, customerIds, supplierIds, staffIds, actors, lead, seed } = book
  await storeNetworks(target, customers, lead)
  const market = { customers, customerIds, supplierIds, staffIds, seed }
  const { contracts, meters, nextNumber } = planSupply(market)
  const contractIds = await storeContracts(target, contracts, lead)
  await target.conn.query(
    `insert into series (organisation_id, name, prefix, next_value)
     values ($1, 'contract_number', 'K-', $2)`,
    [target.organisation_id, nextNumber],
  )
  const lastFile = await storeLastFile(target, lead)
  const registers = await storeMeters(target, meters, (reading_date, isByMachine) =>
    isByMachine && reading_date === LAST_READ ? lastFile : null,
  )
  await fillLastFile(target, lastFile, registers)
  await storePool(target, registers, lead)
  const at = (now: Date) => demoContext(parts, target.organisation_id, now)
  const known = { customers: byName(customers, customerIds), supplierIds, staffIds, actors }
  await storeProposals(at(DEMO_DAY), target, known)
  await storeEnquiries(target, known)
  await storeSignatures(target, [...actors.values()])
  await storePapers(at, target, contracts, contractIds)
}

function byName(customers: readonly DemoRow[], ids: readonly number[]) {
  return new Map(
    customers.map((row, place) => [String(row.input.name), { id: ids[place] ?? 0, row }]),
  )
}

async function storeNetworks(
  target: Target,
  customers: readonly DemoRow[],
  actor: DemoActor,
): Promise<void> {
  const served = new Set(customers.map((row) => networkAt(String(row.input.postcode)).name))
  const rows = networks
    .filter(({ name }) => served.has(name))
    .map(({ name, letters, hotline }) => ({
      input: { name, icp_code: letters, hotline },
      at: daysBefore(755),
      actor,
    }))
  await storeRows(target, network, rows)
}

/** What the application's own functions need, at a moment of the demonstration's past. */
function demoContext(
  parts: { database: Database; config: Config },
  organisation_id: number | null,
  now: Date,
): Context {
  return {
    ...parts,
    clock: { now: () => now },
    guest: false,
    actor: { ...nobody, name: 'Set-up', organisation_id, role: 'padmin', via: 'system' },
    request: {
      id: 'demonstration',
      ip: '',
      userAgent: '',
      isSecure: true,
      cookies: {},
      authorization: undefined,
    },
    offers: () => false,
    answer: { cookies: [], headers: {} },
    afterCommit: [],
  }
}
