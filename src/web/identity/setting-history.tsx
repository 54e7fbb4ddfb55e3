import { Text, Timeline } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { settingCalls } from '#domain/identity/setting-calls.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'
import { type ChosenSetting, inWords } from './chosen-setting.ts'

/** Who changed the setting, when, from what to what. */
export function SettingHistory({ chosen: { name, setting } }: { chosen: ChosenSetting }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['organisationconfigs', 'changes', name],
    queryFn: async () => (await send(settingCalls.changes, { name })).data ?? [],
    staleTime: 0,
  })
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (!data) return null
  if (data.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nobody has changed it yet.
      </Text>
    )
  const said = (value: unknown) => {
    if (value === null) return `the standard (${inWords(setting, setting.initial)})`
    const read = setting.schema.safeParse(value)
    return read.success ? inWords(setting, read.data) : JSON.stringify(value)
  }
  return (
    <Timeline aria-label="Changes" bulletSize={10} lineWidth={2} active={data.length}>
      {data.map(({ id, from, to, by, at }) => (
        <Timeline.Item key={id}>
          <Text size="sm">
            {said(from)} → {said(to)}
          </Text>
          <Text size="xs" c="dimmed">
            {by}, {formatStamp(at)}
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  )
}
