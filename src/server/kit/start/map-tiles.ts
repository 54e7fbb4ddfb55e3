import { z } from 'zod'

/** Pictures that the map is drawn on, instead of the outline that comes with the product. */
export interface MapTiles {
  /** With {z}, {x} and {y}, and {key} where the organisation's own key is filled in. */
  url: string
  attribution: string
  /** Where the pictures come from, for the Content-Security-Policy. */
  origin: string
}

const LOOKS = 'must look like https://tiles.example.co.nz/{z}/{x}/{y}.png'

export const mapTilesEnvironment = {
  MAP_TILES_URL: z
    .string()
    .max(500)
    .refine((text) => originOf(text) !== null, LOOKS)
    .optional(),
  MAP_TILES_ATTRIBUTION: z.string().max(200).optional(),
}

interface TilesEnvironment {
  MAP_TILES_URL?: string | undefined
  MAP_TILES_ATTRIBUTION?: string | undefined
}

export function mapTiles({ MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION }: TilesEnvironment) {
  const origin = url ? originOf(url) : null
  if (!url || origin === null) return undefined
  return { url, attribution: MAP_TILES_ATTRIBUTION ?? '', origin }
}

/** The origin of an address with places for a tile; null where it is none. */
function originOf(text: string): string | null {
  const isWhole = ['{z}', '{x}', '{y}'].every((part) => text.includes(part))
  const url = isWhole && !text.includes(' ') ? URL.parse(text) : null
  // A host with a place for a server's letter would be another host in the policy.
  if (!url || !/^https?:$/.test(url.protocol) || url.host.includes('{')) return null
  return /^[\w.:-]+$/.test(url.host) ? url.origin : null
}
