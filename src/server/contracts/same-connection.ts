import type { Fragment } from '#server/kit/database/sql.ts'

/**
 * Whether a row of contract_connections binds another row's connection. Asked in this collation, an
 * index of its own answers: the one of their exclusion takes ten times as long for one of thousands.
 */
export function sameConnection(bound: string, other: string): Fragment {
  return { fragment: `${bound}.connection collate "C" = ${other}.connection` }
}
