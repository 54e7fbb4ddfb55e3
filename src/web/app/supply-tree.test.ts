import { expect, test } from 'vitest'
import type { Contract } from '#domain/contracts/contract.ts'
import type { Meter } from '#domain/meters/meter.ts'
import { supplyTree } from './supply-tree.ts'

// The tree reads these columns alone.
const contract = (id: number, contract_status: string, connections: string[], more = {}) =>
  ({ id, contract_status, connections, date_start: '2026-01-01', ...more }) as unknown as Contract
const meter = (id: number, icp_number: string | null, more = {}) =>
  ({ id, icp_number, consumer_number: null, date_removed: null, ...more }) as unknown as Meter

const shape = (tree: ReturnType<typeof supplyTree>) => ({
  contracts: tree.contracts.map(({ contract: { id }, connections }) => [
    id,
    Object.fromEntries(connections.map(({ name, meters }) => [name, meters.map((m) => m.id)])),
  ]),
  loose: tree.loose.map(({ name, meters }) => [name, meters.map((m) => m.id)]),
  past: tree.past.map(({ id }) => id),
})

test('meters stand under the connections of the contract that is about them', () => {
  const tree = supplyTree(
    [contract(1, 'draft', ['B']), contract(2, 'active', ['a', 'C'])],
    [meter(10, 'A'), meter(11, 'B')],
    '2026-11-15',
  )
  expect(shape(tree)).toEqual({
    contracts: [
      [2, { A: [10], C: [] }],
      [1, { B: [11] }],
    ],
    loose: [],
    past: [],
  })
})

test('what no living contract is about stands by itself, and past contracts apart', () => {
  const tree = supplyTree(
    [contract(1, 'ended', ['A']), contract(2, 'active', ['B'], { date_end: '2026-06-30' })],
    [meter(10, 'A'), meter(11, null), meter(12, null, { consumer_number: 'w-7' })],
    '2026-11-15',
  )
  expect(shape(tree)).toEqual({
    contracts: [],
    loose: [
      ['A', [10]],
      [null, [11]],
      ['W-7', [12]],
    ],
    past: [1, 2],
  })
})

test('the meter that counts now comes before the ones it replaced', () => {
  const old = meter(10, 'A', { date_removed: '2026-03-01' })
  const older = meter(9, 'A', { date_removed: '2024-03-01' })
  const tree = supplyTree(
    [contract(1, 'active', ['A'])],
    [older, old, meter(11, 'A')],
    '2026-11-15',
  )
  expect(tree.contracts[0]?.connections[0]?.meters.map((one) => one.id)).toEqual([11, 10, 9])
})
