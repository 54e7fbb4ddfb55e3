import type { Contract } from '#domain/contracts/contract.ts'
import type { Meter } from '#domain/meters/meter.ts'

export interface Connection {
  /** The ICP, else the supplier's own number; null where a meter has neither. */
  name: string | null
  meters: Meter[]
}

export interface SupplyTree {
  contracts: { contract: Contract; connections: Connection[] }[]
  /** Meters that no contract of today or tomorrow is about. */
  loose: Connection[]
  past: Contract[]
}

const order = ['active', 'offered', 'draft']

/** What is agreed, which connections it is about, and the meters that count there. */
export function supplyTree(
  contracts: readonly Contract[],
  meters: readonly Meter[],
  today: string,
): SupplyTree {
  const byConnection = Map.groupBy(meters, connectionOf)
  const isPast = (row: Contract) =>
    !order.includes(row.contract_status) ||
    Boolean(row.date_end && row.date_end < today && !row.is_open_plan && row.date_start)
  const rank = (row: Contract) => order.indexOf(row.contract_status)
  const living = contracts.filter((row) => !isPast(row)).sort((a, b) => rank(a) - rank(b))
  const covered = new Set(living.flatMap(namesOf))
  return {
    contracts: living.map((contract) => ({
      contract,
      connections: namesOf(contract).map((name) => ({
        name,
        meters: latestFirst(byConnection.get(name) ?? []),
      })),
    })),
    loose: [...byConnection]
      .filter(([name]) => name === null || !covered.has(name))
      .map(([name, own]) => ({ name, meters: latestFirst(own) })),
    past: contracts.filter(isPast),
  }
}

const namesOf = (row: Contract) => (row.connections ?? []).map((name) => name.toUpperCase())

function connectionOf({ icp_number, consumer_number }: Meter): string | null {
  return (icp_number || consumer_number || null)?.toUpperCase() ?? null
}

/** The meter that counts now comes first; the ones it replaced follow. */
function latestFirst(meters: readonly Meter[]): Meter[] {
  return [...meters].sort(
    (a, b) =>
      Number(Boolean(a.date_removed)) - Number(Boolean(b.date_removed)) ||
      (b.date_removed ?? '').localeCompare(a.date_removed ?? '') ||
      b.id - a.id,
  )
}
