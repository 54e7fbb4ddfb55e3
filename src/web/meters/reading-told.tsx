import { FindingList } from '#web/kit/import/finding-list.tsx'
import classes from './meter-details.module.css'
import type { Preview } from './reading-preview.ts'
import { wordsOfUse } from './reading-words.ts'

interface ToldFinding {
  preview: Preview | undefined
  icp_type: string | null
}

/** What a reading counts, and what the rules say of it, while it is typed. */
export function ReadingTold({ preview, icp_type }: ToldFinding) {
  const findings = preview?.findings ?? []
  // The error says it in full.
  const isWrong = findings.some((finding) => finding.severity === 'error')
  return (
    <div role="status">
      <span className={classes.preview}>
        {isWrong ? null : wordsOfUse(preview?.computed ?? null, icp_type)}
      </span>
      <FindingList findings={findings} />
    </div>
  )
}
