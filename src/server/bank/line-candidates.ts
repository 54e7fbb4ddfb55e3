import type { MatchLine } from '#domain/bank/bank-line.ts'
import type { LinePart } from '#domain/bank/candidate.ts'
import { type LineMatch, matchLine } from '#domain/bank/match-line.ts'
import { Problem } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { hashAccounts } from './account-hash.ts'
import { loadIndex } from './facts/load-index.ts'
import { matchLines } from './open-lines.ts'

/** What a line may be, as things stand now. */
export async function candidatesFor(
  ctx: Context,
  conn: Conn,
  id: number,
): Promise<LineMatch & { line: MatchLine | undefined }> {
  await hashAccounts(ctx, conn)
  const [line] = await matchLines(conn, [id])
  if (!line) return { candidates: [], automatic: null, line }
  return { ...matchLine(await loadIndex(ctx, conn, [line]), line), line }
}

/** The parts of the candidate that was chosen; where it is there no more, the others are told. */
export async function partsOfCandidate(
  ctx: Context,
  conn: Conn,
  { id, key }: { id: number; key: string },
): Promise<readonly LinePart[]> {
  const { candidates } = await candidatesFor(ctx, conn, id)
  const chosen = candidates.find((one) => one.key === key)
  if (chosen) return chosen.parts
  throw new Problem('outdated', {
    fill: { who: 'Somebody', time: 'this moment' },
    info: { candidates },
  })
}
