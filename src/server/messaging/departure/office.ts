import type { PrintedDocument } from '#domain/kit/document.ts'
import type { DepartureAction, LeavingRow } from '#domain/messaging/departure/departure.ts'
import type { DepartureOptions } from '#domain/messaging/departure/departure-calls.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'

/** What was chosen for all of them. */
export interface LeavingOptions extends DepartureOptions {
  /** Done in vain, to see what would leave. */
  isTrial?: boolean
  /** Only looked at: what speaks against it is shown with it. */
  isLook?: boolean
  /** What somebody saw of it: what comes to something else by now stays behind. */
  looked?: { amount: string | null; count: number }
}

/** One row on its way: the version is the one that was looked at. */
export interface LeavingRecord {
  id: number
  version?: number | undefined
}

/** A row that somebody left out, or took back before it left. */
export interface LeftOutRow {
  id: number
  reason: string
}

/** Null, or what went wrong although a part of it was done. */
type DepartureOutcome = Promise<string | null>

type FindRows = (
  ctx: Context,
  conn: Conn,
  ids: readonly number[],
  options: DepartureOptions,
) => Promise<LeavingRow[]>

/** What the module that knows the rows does for their leaving. */
export interface RowsOffice {
  /** The rows as they are about to leave; 403 where the caller may not do it to one of them. */
  rows: FindRows
  /** Does it, as if the caller had asked for nothing else. */
  leave(ctx: Context, conn: Conn, row: LeavingRecord, options: LeavingOptions): DepartureOutcome
  /** The page that goes with it, read after it was done in vain. */
  document?(
    ctx: Context,
    conn: Conn,
    id: number,
    options: DepartureOptions,
  ): Promise<PrintedDocument | null>
  /**
   * How often it has left, read after it was done. What has it is held to what was read of it in the
   * last look, in place of the version of its row, which rises for much that nobody reads.
   */
  timesLeft?(conn: Conn, id: number): Promise<number>
}

/** The same for many rows that leave as one, such as those of a billing run. */
interface WholeOffice {
  /** The rows of the one thing that the caller names. */
  rows: FindRows
  leaveWhole(
    ctx: Context,
    conn: Conn,
    about: LeavingRecord,
    left_out: readonly LeftOutRow[],
    options: LeavingOptions,
  ): Promise<void>
  /** What all of them are kept as, where they are too many to be held one by one. */
  asOne?(conn: Conn, id: number): Promise<{ record: string; name: string }>
  /** What so many take besides the number: refused here, it is not held at all. */
  agree?(ctx: Context, conn: Conn, asked: AgreementRequest): Promise<void>
  /** Lets a few of its rows leave, in vain; why some would not. */
  tryOut?(ctx: Context, conn: Conn, id: number, ids: readonly number[]): Promise<Unreached>
}

/** What somebody is about to let go as one. */
export interface AgreementRequest {
  id: number
  count: number
  options: DepartureOptions
}

/** Rows that nothing would leave for, each with why. */
export type Unreached = ReadonlyMap<number, string>

export type DepartureOffice = RowsOffice | WholeOffice
/** Every module passes in its own. */
export type DepartureOffices = Record<DepartureAction, DepartureOffice>
