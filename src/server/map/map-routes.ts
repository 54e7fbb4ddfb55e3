import { customer } from '#domain/customers/customer.ts'
import {
  customerPlaceCalls,
  mapCalls,
  mapListCalls,
  meterPlaceCalls,
} from '#domain/map/map-calls.ts'
import { meter } from '#domain/meters/meter.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import type { Catalogue } from '#server/kit/rows/check-row.ts'
import { csvHandler, listHandler } from '#server/kit/rows/list-handler.ts'
import { mapPoints } from './map-points.ts'
import { mapQuestion } from './map-question.ts'
import { startOfMap } from './map-start.ts'
import { placeByAddress, placeByHand, placeFacts } from './place.ts'
import { addressRoutes } from './suggestions.ts'

/** Every call of the map, and what is offered while an address is typed. */
export function mapRoutes(catalogue: Catalogue): Route[] {
  return [
    ...serve(mapCalls, {
      start: { run: startOfMap },
      points: { run: mapPoints },
      place: { run: placeFacts },
    }),
    ...serve(mapListCalls, {
      list: listHandler(customer, catalogue, mapQuestion),
      csv: csvHandler(customer, catalogue, mapQuestion),
    }),
    ...serve(customerPlaceCalls, {
      place: { write: placeByHand(customer) },
      locate: { write: placeByAddress(customer) },
    }),
    ...serve(meterPlaceCalls, {
      place: { write: placeByHand(meter) },
      locate: { write: placeByAddress(meter) },
    }),
    ...addressRoutes,
  ]
}
