import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { LastLook } from '#web/messaging/departure/last-look.tsx'
import type { Side } from './rate-side.ts'

interface Props {
  side: Side
  /** The rate updates to tell of; null while the dialog is closed. */
  ids: number[] | null
  onClose: () => void
}

const leavesAs = { sell: 'notice', buy: 'supplier_notice' } as const

/** Shows what customers would read and who is left out, then sends it. */
export function NoticeDialog({ side, ids, onClose }: Props) {
  const [again, setAgain] = useState(false)
  return (
    <LastLook
      action={leavesAs[side]}
      ids={ids}
      title="Send notice of new rates"
      options={again ? { again } : {}}
      onClose={onClose}
    >
      <Checkbox
        label="Tell those again who were told already"
        checked={again}
        onChange={(event) => setAgain(event.currentTarget.checked)}
      />
    </LastLook>
  )
}
