/** How a place on the map was found: by its address, by its town alone, or by somebody's hand. */
export const locationSources = ['address', 'town', 'manual'] as const
export type LocationSource = (typeof locationSources)[number]
