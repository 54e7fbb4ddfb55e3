// Where the product's customers live: countries for addresses, the regions of New Zealand with
// their ISO 3166-2 codes, and where the map begins. The towns stand in towns.ts.

export interface Country {
  code: string
  name: string
}

export interface Region {
  code: string
  name: string
  /** North Island, South Island or neither. */
  island: 'north' | 'south'
  /** Where its name stands on the map. */
  latitude: number
  longitude: number
}

export const countries: readonly Country[] = [
  { code: 'NZ', name: 'New Zealand' },
  { code: 'AU', name: 'Australia' },
  { code: 'CK', name: 'Cook Islands' },
  { code: 'FJ', name: 'Fiji' },
  { code: 'NU', name: 'Niue' },
  { code: 'WS', name: 'Samoa' },
  { code: 'TK', name: 'Tokelau' },
  { code: 'TO', name: 'Tonga' },
  { code: 'GB', name: 'United Kingdom' },
  { code: 'US', name: 'United States' },
]

const region = (
  code: string,
  name: string,
  island: Region['island'],
  latitude: number,
  longitude: number,
): Region => ({ code, name, island, latitude, longitude })

export const regions: readonly Region[] = [
  region('NZ-NTL', 'Northland', 'north', -35.55, 173.75),
  region('NZ-AUK', 'Auckland', 'north', -36.65, 174.45),
  region('NZ-WKO', 'Waikato', 'north', -38.1, 175.35),
  region('NZ-BOP', 'Bay of Plenty', 'north', -38.15, 176.75),
  region('NZ-GIS', 'Gisborne', 'north', -38.35, 177.85),
  region('NZ-HKB', 'Hawke’s Bay', 'north', -39.35, 176.55),
  region('NZ-TKI', 'Taranaki', 'north', -39.25, 174.45),
  region('NZ-MWT', 'Manawatū-Whanganui', 'north', -39.75, 175.5),
  region('NZ-WGN', 'Wellington', 'north', -41.1, 175.45),
  region('NZ-TAS', 'Tasman', 'south', -41.45, 172.6),
  region('NZ-NSN', 'Nelson', 'south', -41.2, 173.4),
  region('NZ-MBH', 'Marlborough', 'south', -41.8, 173.6),
  region('NZ-WTC', 'West Coast', 'south', -42.6, 171.3),
  region('NZ-CAN', 'Canterbury', 'south', -43.6, 171.6),
  region('NZ-OTA', 'Otago', 'south', -45.2, 169.7),
  region('NZ-STL', 'Southland', 'south', -45.75, 167.9),
]

/** What the map shows before anything is chosen: the whole country. */
export const mapStart = { latitude: -41.0, longitude: 173.0, zoom: 5 } as const
