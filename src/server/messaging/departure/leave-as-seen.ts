import type { Problem } from '#domain/kit/problem.ts'
import type { DepartureAction } from '#domain/messaging/departure/departure.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import type { LeavingOptions, LeavingRecord, RowsOffice } from './office.ts'
import { refuseUnreached } from './refuse-unreached.ts'
import {
  type LeavingOne,
  lastMessage,
  refuseOtherwise,
  sealOf,
  writtenSince,
} from './what-was-written.ts'

/** One row on its way, with what was read of it in the last look. */
export interface LeavingAsSeen {
  action: DepartureAction
  record: LeavingRecord
  party: LeavingOne
  seen: string | null | undefined
}

/**
 * Lets one row leave. Where its office knows how to tell, nothing leaves that reads otherwise than what
 * was looked at, and nothing that reaches nobody: whatever else changed of the row meanwhile does not
 * matter. Answers why only a part of it was done, and what was read.
 */
export async function leaveAsSeen(
  ctx: Context,
  conn: Conn,
  office: RowsOffice,
  { action, record, party, seen }: LeavingAsSeen,
  options: LeavingOptions,
): Promise<{ problem: string | null; seen: string | null }> {
  const { timesLeft } = office
  const last = timesLeft ? await lastMessage(conn) : 0
  const problem = await office.leave(ctx, conn, record, options)
  if (!timesLeft) return { problem, seen: null }
  const messages = await writtenSince(conn, last, action, party)
  const document = (await office.document?.(ctx, conn, record.id, options)) ?? null
  const now = sealOf({ times: await timesLeft(conn, record.id), messages, document })
  refuseOtherwise(seen, now)
  await refuseUnreached(ctx, conn, messages)
  return { problem, seen: now }
}

/** Why it was refused; what is wrong with one field says more than that some field is wrong. */
export const refusalIn = ({ message, detail }: Problem): string =>
  detail.errors?.[0]?.message ?? message
