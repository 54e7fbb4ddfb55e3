import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { plural } from '#domain/kit/wording.ts'
import {
  type Departure,
  type DepartureItem,
  departureWords,
} from '#domain/messaging/departure/departure.ts'
import { departureCalls } from '#domain/messaging/departure/departure-calls.ts'
import { useSingleKeys } from '#web/kit/frame/shortcuts.ts'
import { showStanding, toastProblem } from '#web/kit/frame/toast.tsx'
import { queryClient } from '#web/kit/session/query.ts'
import { send } from '#web/kit/session/send.ts'
import { useDeparture } from './departure-queries.ts'
import classes from './last-look.module.css'

const idOf = (id: number) => `departure-${id}`
const SHOWN_AFTER_MS = 6000
const NAMED_AT_MOST = 6

/** Single things that have left, or did not: told of already, they stand in the way of the next. */
const told = new Set<string>()

/** Makes room for the buttons of a last look: what became of another is told where they are. */
export function hideTold(): void {
  for (const id of told) notifications.hide(id)
  told.clear()
}

/** Tells of what is held, wherever one goes meanwhile, with the way to take it back. */
export function showHeld(departure: Departure): void {
  const id = idOf(departure.id)
  showStanding(id, <IconClock size={16} aria-hidden />, <HeldNotice first={departure} />)
}

function HeldNotice({ first }: { first: Departure }) {
  const departure = useDeparture(first)
  const { counts } = departure
  const isOver = counts.held === 0
  useEffect(() => {
    if (!isOver) return
    if (departure.items.length === 1) told.add(idOf(departure.id))
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] !== 'departures',
    })
    if (counts.refused > 0) return
    const timer = setTimeout(() => notifications.hide(idOf(departure.id)), SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isOver, counts.refused, departure.id, departure.items.length])
  return isOver ? <Outcome departure={departure} /> : <Held departure={departure} />
}

function Held({ departure }: { departure: Departure }) {
  const { id, action, counts, items } = departure
  const { noun, isHeld } = departureWords[action]
  const seconds = useSeconds(departure)
  const first = useRef<HTMLButtonElement>(null)
  // From anywhere, without the long way through the page.
  useSingleKeys({ z: () => first.current?.focus() }, 'everywhere')
  const what = plural(counts.held, noun)
  const act = (made: Promise<{ data: Departure }>) =>
    made
      .then(({ data }) => queryClient.setQueryData(['departures', 'one', id], data))
      .catch(toastProblem)
  if (!isHeld) return <Text size="sm">{what} under way.</Text>
  const named = items.filter(({ state }) => state === 'held')
  return (
    <div>
      <Text size="sm">
        {what} {counts.held === 1 ? 'leaves' : 'leave'} {seconds > 0 ? `in ${seconds} s` : 'now'}.
      </Text>
      <Group gap="xs" mt={6}>
        <Button
          ref={first}
          size="xs"
          variant="default"
          aria-keyshortcuts="z"
          onClick={() => void act(send(departureCalls.takeback, { id }))}
        >
          {named.length > 1 ? 'Take all back' : 'Take back'}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          onClick={() => void act(send(departureCalls.now, { id }))}
        >
          Send now
        </Button>
      </Group>
      {named.length > 1 && named.length <= NAMED_AT_MOST && (
        <ul className={classes.held}>
          {named.map((item) => (
            <li key={item.record_id}>
              <Text size="sm">{nameOf(item)}</Text>
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={`Take back ${nameOf(item)}`}
                onClick={() =>
                  void act(send(departureCalls.takeback, { id, ids: [item.record_id] }))
                }
              >
                Take back
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const nameOf = ({ name, party }: DepartureItem) => (party ? `${name}, ${party}` : name)

/** Counted here between two answers of the server. */
function useSeconds({ seconds_left }: Departure): number {
  const [until, setUntil] = useState(() => Date.now() + seconds_left * 1000)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => setUntil(Date.now() + seconds_left * 1000), [seconds_left])
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  // It never counts up, however late it was drawn.
  return Math.min(seconds_left, Math.max(0, Math.ceil((until - now) / 1000)))
}

/** What became of it; what was refused says why. */
function Outcome({ departure }: { departure: Departure }) {
  const { action, counts, items } = departure
  const { noun, past } = departureWords[action]
  const refused = items.filter(({ state }) => state === 'refused')
  const outcomes = [
    counts.left > 0 && `${plural(counts.left, noun)} ${past}`,
    counts.taken_back > 0 && `${counts.taken_back} taken back`,
    counts.left_out > 0 && `${counts.left_out} left out`,
    counts.refused > 0 && `${counts.refused} not`,
  ].filter(Boolean)
  return (
    <div>
      <Text size="sm">{outcomes.join(', ')}.</Text>
      {refused.slice(0, NAMED_AT_MOST).map((item) => (
        <Text key={item.record_id} size="sm" mt={4}>
          <IconAlertTriangle size={14} aria-label="Not possible" /> {nameOf(item)}: {item.message}
        </Text>
      ))}
    </div>
  )
}

/** What was let go before the page was loaded anew is told of again. */
export async function showAllHeld(): Promise<void> {
  const { data } = await send(departureCalls.mine, {})
  for (const departure of data ?? []) showHeld(departure)
}
