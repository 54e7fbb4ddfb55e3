/** What the history keeps of one change to a row that stores a setting. */
export interface SettingEvent {
  id: number
  object_id: number
  action: string
  /** What the stored value was and became; null where it stayed. */
  value: [before: unknown, after: unknown] | null
  by: string
  at: string
}

/** One change of a setting; null stands for the standard. */
export interface SettingChange {
  id: number
  from: unknown
  to: unknown
  by: string
  at: string
}

/**
 * The changes of one setting, newest first. A setting that goes back to its standard loses its row
 * and gets another one later, so that its story goes over several rows.
 */
export function settingChanges(events: readonly SettingEvent[]): SettingChange[] {
  const stored = new Map<number, unknown>()
  const changes: SettingChange[] = []
  let holds: unknown = null
  for (const event of events.toSorted((a, b) => a.id - b.id)) {
    const { id, object_id, action, value, by, at } = event
    if (value) stored.set(object_id, value[1])
    const to = action === 'delete' ? null : (stored.get(object_id) ?? null)
    if (JSON.stringify(to) === JSON.stringify(holds)) continue
    changes.push({ id, from: holds, to, by, at })
    holds = to
  }
  return changes.toReversed()
}
