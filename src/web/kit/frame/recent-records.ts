import { session } from '#web/kit/session/session.ts'
import { readJson, writeStored } from '#web/kit/session/storage.ts'

export interface RecentRecord {
  path: string
  title: string
  kind: string
}

const keptAtMost = 8

// Kept per user and organisation, so that nobody meets another organisation's names here.
function key(): string {
  const { user } = session.get()
  return `${user?.id ?? ''}:${user?.organisation_id ?? ''}`
}

export function recentRecords(): RecentRecord[] {
  return readJson<Record<string, RecentRecord[]>>('recent_records', {})[key()] ?? []
}

/** Remembers a record that was opened, for the palette. */
export function rememberRecord(record: RecentRecord): void {
  const others = recentRecords().filter((other) => other.path !== record.path)
  const mine = [record, ...others].slice(0, keptAtMost)
  // One person's list at a time: a shared computer keeps no trail of the one before.
  writeStored('recent_records', JSON.stringify({ [key()]: mine }))
}
