import { brokenWords, type ChainReport, chainTitles } from '#domain/books/chain-calls.ts'
import { plural } from '#domain/kit/wording.ts'
import { PLATFORM } from '#server/kit/jobs/system-context.ts'

/** Whose books and history they are, as a report of the installation says it. */
export const nameOf = (organisation_id: number) =>
  organisation_id === PLATFORM ? 'The platform' : `Organisation ${organisation_id}`

/** What does not fit, and what there was no time to look at. */
export function chainFindings(chains: readonly ChainReport[]): string[] {
  return chains.flatMap(({ chain, broken, is_complete, checked }) => {
    if (broken) return [`${chainTitles[chain]}: ${brokenWords(broken)}`]
    if (is_complete) return []
    return [`${chainTitles[chain]}: time ran out after ${plural(checked, 'entry', 'entries')}`]
  })
}
