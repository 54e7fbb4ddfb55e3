import type { Contract } from '#domain/contracts/contract.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'

export type ContractTurn = 'begun' | 'moved' | 'over' | 'restored'

/** What follows from a contract's coming into force, another first day, its end and its return. */
type Follow = (ctx: Context, conn: Conn, contract: Contract, turn: ContractTurn) => Promise<void>

let follow: Follow = async () => undefined

/** Said once, where the modules are tied together: later ones cannot be known here. */
export function followContracts(work: Follow): void {
  follow = work
}

export const contractTurned: Follow = (ctx, conn, contract, turn) =>
  follow(ctx, conn, contract, turn)
