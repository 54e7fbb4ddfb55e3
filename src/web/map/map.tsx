import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MapPoint, MapStart } from '#domain/map/map-calls.ts'
import type { Place } from '#domain/map/place.ts'
import { Trouble } from '#web/kit/frame/nothing-here.tsx'
import { Page } from '#web/kit/frame/page.tsx'
import { AreaActions } from './area-actions.tsx'
import classes from './map.module.css'
import { MapCanvas, type SeenBox } from './map-canvas.tsx'
import { MapLegend } from './map-legend.tsx'
import { MapList } from './map-list.tsx'
import { pointsQuery, startQuery } from './map-queries.ts'
import { type MapState, useMapState } from './map-state.ts'
import { MapSummary } from './map-summary.tsx'
import { MapTools } from './map-tools.tsx'
import { PlacePanel } from './place-panel.tsx'
import { PointCard } from './point-card.tsx'

const CLOSE = 16

/** Where customers and their connections are, and what is to be done about an area. */
export function Screen() {
  const { data: start, error, refetch } = useQuery(startQuery)
  const state = useMapState()
  if (start) return <MapOf start={start} state={state} />
  return (
    <Page title="Map">
      {error ? <Trouble cause={error} onRetry={() => void refetch()} /> : <Skeleton height={420} />}
    </Page>
  )
}

function MapOf({ start, state }: { start: MapStart; state: MapState }) {
  const { filter, of, area, placing, setView } = state
  const [seen, setSeen] = useState<SeenBox | null>(null)
  const [isDrawing, setIsDrawing] = useState(false)
  const [chosen, setChosen] = useState<MapPoint | null>(null)
  const [placed, setPlaced] = useState<Place | null>(null)
  const view = state.view ?? start
  const asked = { box: seen?.box ?? '', filter, of }
  const { data: found } = useQuery({
    ...pointsQuery(asked, seen?.zoom ?? 0),
    enabled: seen !== null,
  })
  const goTo = (place: Place) => setView({ ...place, zoom: Math.max(CLOSE, seen?.zoom ?? 0) })
  const listed = { ...asked, box: area || asked.box }
  return (
    <Page
      title="Map"
      summary={<MapSummary start={start} of={of} found={found} />}
      actions={seen && <AreaActions asked={listed} />}
    >
      <MapTools
        start={start}
        state={state}
        isDrawing={isDrawing}
        onDrawing={setIsDrawing}
        onThisView={() => seen && state.setArea(seen.box)}
      />
      <div className={classes.columns}>
        <div className={classes.main}>
          <MapCanvas
            start={start}
            view={view}
            found={found}
            area={area}
            isDrawing={isDrawing}
            placed={placing ? placed : null}
            onSeen={(next, nextView) => {
              setSeen(next)
              setView(nextView)
            }}
            onPoint={setChosen}
            onArea={(box) => {
              setIsDrawing(false)
              state.setArea(box)
            }}
            onPlaced={setPlaced}
          />
          <MapLegend hasAddresses={start.has_addresses} />
        </div>
        <aside className={classes.side} aria-label="In words">
          {placing && (
            <PlacePanel
              key={`${placing.of} ${placing.id}`}
              placing={placing}
              placed={placed}
              middle={view}
              onPlaced={setPlaced}
              onGo={goTo}
              onDone={() => {
                state.setPlacing(null)
                setPlaced(null)
              }}
            />
          )}
          {chosen && !placing && (
            <PointCard
              point={chosen}
              onMove={() => state.setPlacing({ of, id: chosen.id })}
              onClose={() => setChosen(null)}
            />
          )}
          {seen && <MapList asked={listed} isArea={area !== ''} onGo={goTo} />}
        </aside>
      </div>
    </Page>
  )
}
