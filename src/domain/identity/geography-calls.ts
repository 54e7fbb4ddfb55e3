import { z } from 'zod'
import { call, data } from '#domain/kit/call.ts'
import type { Country, mapStart, Region } from './geography.ts'
import { shownPlaces } from './shown-to-guests.ts'
import type { City } from './towns.ts'

interface Places {
  countries: readonly Country[]
  regions: readonly Region[]
  cities: readonly City[]
  centre: typeof mapStart
  zoom: number
}

export const geographyCalls = {
  places: call({
    method: 'GET',
    path: '/geoinfo',
    summary: 'Countries, regions and cities, and where the map begins',
    compressed: true,
    policy: { from: 'guest' },
    shows: shownPlaces,
    input: z.object({}),
    answers: data<Places>(),
  }),
}
