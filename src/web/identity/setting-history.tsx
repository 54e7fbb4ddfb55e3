import { Button, Group, Text, Timeline } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { settingCalls, type ToldSettingName } from '#domain/identity/setting-calls.ts'
import type { SettingChange } from '#domain/identity/setting-changes.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'
import { type ChosenSetting, saidOf } from './chosen-setting.ts'

interface Props {
  name: ToldSettingName
  /** A value as people say it; null is the standard. */
  said: (value: unknown) => string
  /** What held before a change holds again; none for those who may change nothing. */
  onPutBack?: ((value: unknown) => void) | undefined
  /** Nothing can be put back just now. */
  isWaiting?: boolean
}

/** Who changed a setting, when, from what to what. */
export function SettingHistory({
  chosen,
  ...rest
}: { chosen: ChosenSetting } & Omit<Props, 'said' | 'name'>) {
  return <SettingChanges {...rest} name={chosen.name} said={(value) => saidOf(chosen, value)} />
}

export function SettingChanges({ name, ...rest }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['organisationconfigs', 'changes', name],
    queryFn: async () => (await send(settingCalls.changes, { name })).data ?? [],
    staleTime: 0,
  })
  if (error) return <Trouble cause={error} onRetry={() => void refetch()} />
  return data ? <ChangeList {...rest} changes={data} /> : null
}

interface ListProps extends Omit<Props, 'name'> {
  changes: readonly SettingChange[]
}

export function ChangeList({ changes, said, onPutBack, isWaiting = false }: ListProps) {
  if (changes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nobody has changed it yet.
      </Text>
    )
  return (
    <Timeline aria-label="Changes" bulletSize={10} lineWidth={2} active={changes.length}>
      {changes.map(({ id, from, to, by, at }) => (
        <Timeline.Item key={id}>
          <Text size="sm">
            {said(from)} → {said(to)}
          </Text>
          <Group gap="xs">
            <Text size="xs" c="dimmed">
              {by}, {formatStamp(at)}
            </Text>
            {onPutBack && (
              <Button
                variant="subtle"
                size="compact-xs"
                disabled={isWaiting}
                aria-label={`Put back: ${said(from)}`}
                onClick={() => onPutBack(from)}
              >
                Put back
              </Button>
            )}
          </Group>
        </Timeline.Item>
      ))}
    </Timeline>
  )
}
