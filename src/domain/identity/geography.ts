// Where the product's customers live: countries for addresses, the regions of New Zealand with
// their ISO 3166-2 codes, and the cities and towns offered while an address is typed.

export interface Country {
  code: string
  name: string
}

export interface Region {
  code: string
  name: string
  /** North Island, South Island or neither. */
  island: 'north' | 'south'
}

export interface City {
  name: string
  region_code: string
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

export const regions: readonly Region[] = [
  { code: 'NZ-NTL', name: 'Northland', island: 'north' },
  { code: 'NZ-AUK', name: 'Auckland', island: 'north' },
  { code: 'NZ-WKO', name: 'Waikato', island: 'north' },
  { code: 'NZ-BOP', name: 'Bay of Plenty', island: 'north' },
  { code: 'NZ-GIS', name: 'Gisborne', island: 'north' },
  { code: 'NZ-HKB', name: 'Hawke’s Bay', island: 'north' },
  { code: 'NZ-TKI', name: 'Taranaki', island: 'north' },
  { code: 'NZ-MWT', name: 'Manawatū-Whanganui', island: 'north' },
  { code: 'NZ-WGN', name: 'Wellington', island: 'north' },
  { code: 'NZ-TAS', name: 'Tasman', island: 'south' },
  { code: 'NZ-NSN', name: 'Nelson', island: 'south' },
  { code: 'NZ-MBH', name: 'Marlborough', island: 'south' },
  { code: 'NZ-WTC', name: 'West Coast', island: 'south' },
  { code: 'NZ-CAN', name: 'Canterbury', island: 'south' },
  { code: 'NZ-OTA', name: 'Otago', island: 'south' },
  { code: 'NZ-STL', name: 'Southland', island: 'south' },
]

const city = (name: string, region_code: string, latitude: number, longitude: number): City => ({
  name,
  region_code,
  latitude,
  longitude,
})

export const cities: readonly City[] = [
  city('Whangārei', 'NZ-NTL', -35.725, 174.324),
  city('Kerikeri', 'NZ-NTL', -35.228, 173.947),
  city('Auckland', 'NZ-AUK', -36.85, 174.764),
  city('Manukau', 'NZ-AUK', -36.993, 174.88),
  city('North Shore', 'NZ-AUK', -36.788, 174.755),
  city('Hamilton', 'NZ-WKO', -37.787, 175.279),
  city('Cambridge', 'NZ-WKO', -37.884, 175.44),
  city('Taupō', 'NZ-WKO', -38.686, 176.07),
  city('Tauranga', 'NZ-BOP', -37.687, 176.165),
  city('Rotorua', 'NZ-BOP', -38.137, 176.251),
  city('Whakatāne', 'NZ-BOP', -37.953, 176.991),
  city('Gisborne', 'NZ-GIS', -38.662, 178.018),
  city('Napier', 'NZ-HKB', -39.493, 176.912),
  city('Hastings', 'NZ-HKB', -39.639, 176.839),
  city('New Plymouth', 'NZ-TKI', -39.057, 174.075),
  city('Hāwera', 'NZ-TKI', -39.588, 174.279),
  city('Whanganui', 'NZ-MWT', -39.93, 175.049),
  city('Palmerston North', 'NZ-MWT', -40.356, 175.611),
  city('Levin', 'NZ-MWT', -40.622, 175.287),
  city('Wellington', 'NZ-WGN', -41.287, 174.776),
  city('Lower Hutt', 'NZ-WGN', -41.209, 174.908),
  city('Porirua', 'NZ-WGN', -41.134, 174.84),
  city('Masterton', 'NZ-WGN', -40.951, 175.657),
  city('Richmond', 'NZ-TAS', -41.339, 173.184),
  city('Motueka', 'NZ-TAS', -41.108, 173.012),
  city('Nelson', 'NZ-NSN', -41.271, 173.284),
  city('Blenheim', 'NZ-MBH', -41.514, 173.96),
  city('Greymouth', 'NZ-WTC', -42.45, 171.208),
  city('Christchurch', 'NZ-CAN', -43.532, 172.636),
  city('Ashburton', 'NZ-CAN', -43.903, 171.73),
  city('Timaru', 'NZ-CAN', -44.397, 171.255),
  city('Dunedin', 'NZ-OTA', -45.874, 170.504),
  city('Queenstown', 'NZ-OTA', -45.031, 168.663),
  city('Ōamaru', 'NZ-OTA', -45.098, 170.97),
  city('Invercargill', 'NZ-STL', -46.413, 168.354),
  city('Gore', 'NZ-STL', -46.103, 168.944),
]

/** What the map shows before anything is chosen: the whole country. */
export const mapStart = { latitude: -41.0, longitude: 173.0, zoom: 5 } as const
