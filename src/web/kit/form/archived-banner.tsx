import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { atLeast } from '#domain/access/role.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { messageOf } from '#domain/kit/problem.ts'
import classes from '#web/kit/frame/banner.module.css'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { restoreRows } from '#web/kit/list/remove-rows.ts'
import { useSession } from '#web/kit/session/session.ts'

/** 473: a deleted record can be looked at and restored, not changed. */
export function ArchivedBanner({ entity, id }: { entity: Entity; id: number }) {
  const { role } = useSession()
  const [isBusy, setIsBusy] = useState(false)
  return (
    <div className={classes.banner} data-inset role="status">
      <Text size="sm">{messageOf('archived', { what: entity.label.toLowerCase() })}</Text>
      {atLeast(role, entity.access.remove) && (
        <Button
          loading={isBusy}
          onClick={async () => {
            setIsBusy(true)
            await restoreRows(entity, [id]).catch(toastProblem)
            setIsBusy(false)
          }}
        >
          Restore
        </Button>
      )}
    </div>
  )
}
