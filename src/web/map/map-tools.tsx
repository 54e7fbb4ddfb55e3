import { Button, Group, SegmentedControl, Select } from '@mantine/core'
import { IconFocusCentered, IconMarquee2, IconX } from '@tabler/icons-react'
import { type MapStart, mapKinds } from '#domain/map/map-calls.ts'
import { useOptions } from '#web/kit/form/options.ts'
import type { MapState } from './map-state.ts'
import { EVERYBODY, kindChoices, layerChoices } from './map-words.ts'

interface Props {
  start: MapStart
  state: MapState
  isDrawing: boolean
  onDrawing: (isDrawing: boolean) => void
  onThisView: () => void
}

/** What the map shows, and which part of it is meant. */
export function MapTools({ start, state, isDrawing, onDrawing, onThisView }: Props) {
  const options = useOptions()
  return (
    <Group gap="xs">
      <SegmentedControl
        aria-label="What is shown"
        data={kindChoices}
        value={state.of}
        onChange={(next) => {
          const of = mapKinds.find((kind) => kind === next)
          if (of) state.setKind(of)
        }}
      />
      <Select
        aria-label="Layer"
        w={230}
        data={layerChoices(options, start.networks)}
        value={state.filter || EVERYBODY}
        searchable
        onChange={(next) => state.setFilter(next === EVERYBODY ? '' : (next ?? ''))}
      />
      <Button
        variant={isDrawing ? 'filled' : 'default'}
        aria-pressed={isDrawing}
        leftSection={<IconMarquee2 size={15} aria-hidden />}
        onClick={() => onDrawing(!isDrawing)}
      >
        {isDrawing ? 'Draw on the map …' : 'Draw an area'}
      </Button>
      <Button
        variant="default"
        leftSection={<IconFocusCentered size={15} aria-hidden />}
        onClick={onThisView}
      >
        Take what is in sight
      </Button>
      {state.area && (
        <Button
          variant="subtle"
          leftSection={<IconX size={15} aria-hidden />}
          onClick={() => state.setArea(null)}
        >
          Let go of the area
        </Button>
      )}
    </Group>
  )
}
