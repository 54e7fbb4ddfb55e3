import { Button, Group, Paper, Skeleton, Text, TextInput, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { customer } from '#domain/customers/customer.ts'
import type { PlaceFacts } from '#domain/map/map-calls.ts'
import { eastward, isInNewZealand, OUTSIDE, type Place } from '#domain/map/place.ts'
import { meter } from '#domain/meters/meter.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { placeCalls, placeQuery } from './map-queries.ts'
import type { Placing } from './map-state.ts'
import { sourceWords } from './map-words.ts'

interface Props {
  placing: Placing
  placed: Place | null
  /** Where it begins if nothing is known. */
  middle: Place
  onPlaced: (place: Place) => void
  onGo: (place: Place) => void
  onDone: () => void
}

/** Puts a customer or a connection where it is: dragged on the map, or by its numbers. */
export function PlacePanel(props: Props) {
  const { placing, onPlaced, onGo, middle } = props
  const { data, error, refetch } = useQuery(placeQuery(placing.of, placing.id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where it is known to be
  useEffect(() => {
    if (!data) return
    const known = data.place ?? data.by_address
    const { latitude, longitude } = known ?? middle
    onPlaced({ latitude, longitude })
    if (known) onGo({ latitude, longitude })
  }, [data])
  return (
    <Paper component="section" aria-labelledby="map-place">
      <Title order={2} id="map-place">
        Put {data?.name ?? '…'} on the map
      </Title>
      {error && <Trouble cause={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={80} />}
      {data && <PlaceForm {...props} facts={data} />}
    </Paper>
  )
}

function PlaceForm({ placing, placed, facts, onPlaced, onDone }: Props & { facts: PlaceFacts }) {
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const calls = placeCalls[placing.of]
  const act = async (work: () => Promise<{ message: string }>) => {
    setIsBusy(true)
    try {
      toast((await work()).message)
      const { plural } = placing.of === 'customers' ? customer : meter
      for (const key of ['map', 'customers', plural])
        await queries.invalidateQueries({ queryKey: [key] })
      onDone()
    } catch (cause) {
      toastProblem(cause)
    } finally {
      setIsBusy(false)
    }
  }
  const { id } = placing
  const { version } = facts
  const isOutside = placed !== null && !isInNewZealand(placed)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (placed && !isOutside) void act(() => send(calls.place, { id, version, ...placed }))
      }}
    >
      <Text size="sm" c="dimmed" my="xs">
        {facts.address || 'No address'}
        {facts.place && ` · ${sourceWords[facts.place.location_source]}`}
        {facts.has_moved && ' · the address has changed since then'}
      </Text>
      <Group grow align="flex-start">
        <Degrees
          label="Latitude"
          value={placed?.latitude}
          error={isOutside ? OUTSIDE : null}
          onChange={(latitude) => placed && onPlaced({ ...placed, latitude })}
        />
        <Degrees
          label="Longitude"
          value={placed && eastward(placed.longitude)}
          error={null}
          onChange={(longitude) => placed && onPlaced({ ...placed, longitude })}
        />
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        Drag the mark on the map, or type the degrees.
      </Text>
      <Group gap="xs" mt="sm">
        <Button type="submit" loading={isBusy} disabled={!placed || isOutside}>
          Put it here
        </Button>
        {facts.by_address && (
          <Button
            variant="default"
            disabled={isBusy}
            onClick={() => void act(() => send(calls.locate, { id, version }))}
          >
            Where the address is
          </Button>
        )}
        <Button variant="subtle" disabled={isBusy} onClick={onDone}>
          Leave it
        </Button>
      </Group>
    </form>
  )
}

interface DegreesProps {
  label: string
  value: number | null | undefined
  error: string | null
  onChange: (value: number) => void
}

const SHOWN_DIGITS = 6

/** Degrees as text until they are a number; dragging fills them in. */
function Degrees({ label, value, error, onChange }: DegreesProps) {
  const shown = typeof value === 'number' ? String(Number(value.toFixed(SHOWN_DIGITS))) : ''
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? shown
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      value={text}
      error={error}
      onChange={(event) => {
        const next = event.currentTarget.value
        setTyped(next)
        if (/^-?\d{1,3}(\.\d{1,10})?$/.test(next.trim())) onChange(Number(next))
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
