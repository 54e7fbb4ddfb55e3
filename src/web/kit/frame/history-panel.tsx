import { Drawer, Skeleton, Text, Timeline } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Entity, labelOf } from '#domain/kit/entity.ts'
import { type HistoryRow, historyCalls } from '#domain/kit/history-calls.ts'
import { humanise } from '#domain/kit/wording.ts'
import { type Options, useOptions } from '#web/kit/form/options.ts'
import { cellOf } from '#web/kit/list/cells.tsx'
import { formatStamp } from '#web/kit/session/clock.ts'
import { send } from '#web/kit/session/send.ts'
import classes from './history-panel.module.css'
import { NothingHere, Trouble } from './nothing-here.tsx'

interface Props {
  entity: Entity
  id: number
}

/** Who changed what and when, field by field; nobody can edit it. */
export function HistoryPanel({ entity, id }: Props) {
  const options = useOptions()
  const { data, isPending, isError, error, refetch } = useQuery({
    queryKey: [entity.name, id, 'history'],
    queryFn: async () => {
      const asked = { object_class: entity.name, object_id: id }
      return (await send(historyCalls.list, asked)).data ?? []
    },
    staleTime: 0,
  })
  if (isPending) return <Skeleton height={200} />
  if (isError) return <Trouble cause={error} onRetry={() => void refetch()} />
  if (data.length === 0) return <NothingHere title="Nothing here yet." />
  return (
    <Timeline bulletSize={14} lineWidth={2} active={data.length}>
      {data.map((row) => (
        <Timeline.Item key={row.id} title={headline(row)}>
          <Text size="xs" c="dimmed">
            {formatStamp(row.created_at)} · {humanise(row.source)}
            {row.object_version ? ` · version ${row.object_version}` : ''}
          </Text>
          {row.reason && <Text size="sm">{row.reason}</Text>}
          {row.action === 'unmask' ? (
            <Text size="sm">{Object.keys(row.changes).map((name) => labelOf(entity, name))}</Text>
          ) : (
            <Changes entity={entity} row={row} options={options} />
          )}
        </Timeline.Item>
      ))}
    </Timeline>
  )
}

export function HistoryDrawer(props: Props & { isOpen: boolean; onClose: () => void }) {
  return (
    <Drawer
      opened={props.isOpen}
      onClose={props.onClose}
      position="right"
      title="History"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {props.isOpen && <HistoryPanel entity={props.entity} id={props.id} />}
    </Drawer>
  )
}

function Changes(props: { entity: Entity; row: HistoryRow; options: Options }) {
  const { entity, row, options } = props
  const changes = Object.entries(row.changes ?? {}).filter(([, change]) => isWorthShowing(change))
  if (changes.length === 0 || row.action === 'create') return null
  return (
    <dl className={classes.changes}>
      {changes.map(([name, change]) => {
        const { from, to } = sidesOf(change)
        const shown = (value: unknown) => cellOf(entity, name, value, { titles: {}, options })
        return (
          <div key={name}>
            <dt>{labelOf(entity, name)}</dt>
            <dd>
              <del>{shown(from)}</del> → <ins>{shown(to)}</ins>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

// What was done, in a word; what is missing here is told by its own name.
const deeds: Record<string, string> = {
  create: 'Created',
  update: 'Changed',
  change: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  expire: 'Ended',
  send: 'Sent',
  leaveout: 'Left out of a sending',
  takeback: 'Taken back before it left',
  accept: 'Accepted',
  activate: 'Activated',
  cancel: 'Cancelled',
  end: 'Ended',
  lock: 'Locked',
  unlock: 'Unlocked',
  addrateupdates: 'Sell rates changed',
  addsupplierrateupdates: 'Buy rates changed',
  undo: 'Rate update taken back',
  park: 'Parked',
  unpark: 'Set free',
  reject: 'Rejected',
  withdraw: 'Withdrawn',
  approve: 'Approved',
  unmask: 'Looked at',
  view: 'Looked at',
  download: 'Downloaded',
  opened_medical: 'Medical details seen',
  email_change_asked: 'New address asked for',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  recovery_codes_made: 'Recovery codes made',
  totp_enrolled: 'Two-factor sign-in switched on',
  totp_disabled: 'Two-factor sign-in switched off',
  factor_reset_asked: 'Reset of the second factor asked for',
  factor_reset_refused: 'Reset of the second factor refused',
  factor_reset: 'Second factor reset',
  set_roles: 'Roles set',
  permissions: 'Permissions set',
  confirm: 'Confirmed',
  ask_account: 'New bank account asked for',
  refuse_account: 'New bank account refused',
  withdraw_account: 'New bank account withdrawn',
  release_account: 'Changed bank account released',
  guard_code_set: 'Guard code set',
  guard_code_removed: 'Guard code removed',
  guard_code_opened: 'Direct debit details opened',
  guard_code_wrong: 'Wrong guard code typed',
  guard_code_locked: 'Guard code locked after wrong tries',
  guard_code_sent: 'One-time code asked for',
  api_key_made: 'API key made',
  api_key_removed: 'API key removed',
}

function headline(row: HistoryRow): string {
  const who = row.impersonator_name
    ? `${row.impersonator_name} as ${row.actor_name}`
    : row.actor_name
  return `${deeds[row.action] ?? humanise(row.action)} by ${who}`
}

/** A change is kept as { from, to } or as the pair [from, to]. */
function sidesOf(change: unknown): { from: unknown; to: unknown } {
  if (Array.isArray(change)) return { from: change[0], to: change[1] }
  const sides = change as { from?: unknown; to?: unknown } | null
  return { from: sides?.from, to: sides?.to }
}

function isWorthShowing(change: unknown): boolean {
  const { from, to } = sidesOf(change)
  return JSON.stringify(from ?? null) !== JSON.stringify(to ?? null)
}
