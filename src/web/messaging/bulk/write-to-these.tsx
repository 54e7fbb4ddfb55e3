import { Button } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { formatDayShort } from '#domain/kit/calendar.ts'
import type { Audience, AudienceList } from '#domain/messaging/bulk/audience.ts'
import type { bulkmessageCalls } from '#domain/messaging/bulk/bulkmessage-calls.ts'
import { toastProblem } from '#web/kit/frame/toast.tsx'
import { today } from '#web/kit/frame/today.ts'
import type { Params } from '#web/kit/session/api.ts'
import { light, send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'

const createBulk = light<typeof bulkmessageCalls.create>('PUT', '/bulkmessage')

const unasked = new Set(['order', 'deleted', 'limit', 'offset', 'cursor'])

/** Everybody that a list matches: the list, and what it was asked for. */
export function listedAudience(list: AudienceList, params: Params): Audience {
  const asked = Object.entries(params).filter(
    ([name, value]) => !unasked.has(name) && value !== undefined && value !== null && value !== '',
  )
  return { list, params: Object.fromEntries(asked.map(([name, value]) => [name, String(value)])) }
}

/** Begins a bulk message to the rows of a list. */
export function WriteToThese({ audience }: { audience: Audience }) {
  const { role } = useSession()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  if (!atLeast(role, 'manager')) return null
  async function begin() {
    setIsBusy(true)
    try {
      const name = `Message of ${formatDayShort(today())}`
      const { data } = await send(createBulk, {
        name,
        audience,
        channels: 'email',
        purpose: 'service',
      })
      void navigate(`/app/bulkmessage?id=${data.id}`)
    } catch (cause) {
      toastProblem(cause)
      setIsBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      loading={isBusy}
      leftSection={<IconMessages size={15} aria-hidden />}
      onClick={() => void begin()}
    >
      Write to these
    </Button>
  )
}
