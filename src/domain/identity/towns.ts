// The towns that addresses are found by and that the map names, by region and from north to south:
// the middle of the town in degrees, and from how far away it is worth naming (1 the whole country,
// 2 a region, 3 close by). Our own table, checked against Natural Earth and GeoNames.

export interface City {
  name: string
  region_code: string
  latitude: number
  longitude: number
  /** From how far away the map names it: 1 the whole country, 2 a region, 3 close by. */
  size: number
}

const listed: Record<string, string> = {
  'NZ-NTL': `Mangonui -34.989 173.533 3, Kaitāia -35.113 173.263 2, Kerikeri -35.228 173.947 2,
    Russell -35.262 174.122 3, Paihia -35.282 174.091 3, Kawakawa -35.381 174.066 3,
    Moerewa -35.383 174.033 3, Kaikohe -35.408 173.8 3, Hikurangi -35.598 174.286 3,
    Whangārei -35.725 174.324 1, Ruakākā -35.908 174.45 3, Dargaville -35.938 173.872 2,
    Mangawhai Heads -36.089 174.587 3, Maungaturoto -36.104 174.363 3`,
  'NZ-AUK': `Wellsford -36.293 174.523 3, Warkworth -36.398 174.664 2, Snells Beach -36.421 174.728 3,
    Orewa -36.587 174.693 3, Helensville -36.679 174.449 3, Kumeū -36.776 174.558 3,
    Oneroa -36.784 175.011 3, North Shore -36.788 174.755 3, Takapuna -36.788 174.77 3,
    Auckland -36.85 174.764 1, Henderson -36.88 174.632 3, Beachlands -36.883 175.002 3,
    Howick -36.894 174.93 3, Manukau -36.993 174.88 3, Papakura -37.066 174.944 3,
    Pukekohe -37.202 174.904 2, Waiuku -37.249 174.73 3`,
  'NZ-WKO': `Coromandel -36.761 175.496 3, Whitianga -36.833 175.697 3, Tairua -37.006 175.849 3,
    Thames -37.138 175.54 2, Whangamatā -37.207 175.871 3, Pōkeno -37.247 175.021 3,
    Tuakau -37.267 174.95 3, Ngātea -37.283 175.5 3, Paeroa -37.375 175.671 3, Waihi -37.393 175.84 3,
    Te Kauwhata -37.404 175.147 3, Te Aroha -37.54 175.711 3, Huntly -37.559 175.16 3,
    Morrinsville -37.658 175.53 3, Ngāruawāhia -37.668 175.147 3, Hamilton -37.787 175.279 1,
    Raglan -37.8 174.871 3, Matamata -37.812 175.766 3, Cambridge -37.884 175.44 2,
    Te Awamutu -38.009 175.324 3, Putāruru -38.05 175.781 3, Ōtorohanga -38.187 175.211 3,
    Tokoroa -38.222 175.872 2, Te Kūiti -38.334 175.164 3, Mangakino -38.37 175.775 3,
    Taupō -38.686 176.07 2, Tūrangi -38.99 175.808 3`,
  'NZ-BOP': `Waihi Beach -37.4 175.933 3, Katikati -37.553 175.916 3, Mount Maunganui -37.638 176.185 3,
    Tauranga -37.687 176.165 1, Pāpāmoa -37.704 176.286 3,
    Te Puke -37.785 176.328 3, Whakatāne -37.953 176.991 2,
    Ōhope -37.967 177.05 3, Edgecumbe -37.983 176.833 3, Ōpōtiki -38.009 177.287 3,
    Kawerau -38.1 176.7 3, Rotorua -38.137 176.251 2, Murupara -38.458 176.705 3`,
  'NZ-GIS': `Ruatoria -37.892 178.32 3, Tolaga Bay -38.371 178.298 3, Gisborne -38.662 178.018 1`,
  'NZ-HKB': `Wairoa -39.034 177.419 3, Napier -39.493 176.912 1, Taradale -39.533 176.85 3,
    Hastings -39.639 176.839 2, Havelock North -39.669 176.878 3, Waipawa -39.942 176.586 3,
    Waipukurau -39.994 176.556 3`,
  'NZ-TKI': `Waitara -38.996 174.233 3, New Plymouth -39.057 174.075 1, Oākura -39.118 173.953 3,
    Inglewood -39.157 174.207 3, Stratford -39.338 174.284 3, Eltham -39.429 174.3 3,
    Ōpunake -39.456 173.858 3, Hāwera -39.588 174.279 2, Pātea -39.758 174.483 3`,
  'NZ-MWT': `Taumarunui -38.883 175.262 3, Ohakune -39.418 175.399 3, Raetihi -39.427 175.28 3,
    Waiouru -39.478 175.668 3, Taihape -39.678 175.797 3, Whanganui -39.93 175.049 2,
    Marton -40.069 175.378 3, Bulls -40.175 175.385 3, Dannevirke -40.206 176.1 3,
    Feilding -40.225 175.567 3, Ashhurst -40.292 175.756 3, Woodville -40.339 175.867 3,
    Palmerston North -40.356 175.611 1, Pahīatua -40.453 175.84 3, Foxton -40.472 175.283 3,
    Shannon -40.548 175.411 3, Levin -40.622 175.287 2`,
  'NZ-WGN': `Ōtaki -40.758 175.15 3, Waikanae -40.876 175.064 3, Paraparaumu -40.915 175.008 2,
    Masterton -40.951 175.657 2, Carterton -41.025 175.528 3, Greytown -41.081 175.46 3,
    Featherston -41.117 175.325 3, Upper Hutt -41.124 175.071 3, Porirua -41.134 174.84 3,
    Lower Hutt -41.209 174.908 3, Martinborough -41.219 175.459 3, Petone -41.228 174.87 3,
    Wainuiomata -41.264 174.947 3, Wellington -41.287 174.776 1`,
  'NZ-TAS': `Collingwood -40.679 172.682 3, Tākaka -40.856 172.806 3, Motueka -41.108 173.012 2,
    Māpua -41.253 173.098 3, Richmond -41.339 173.184 3, Brightwater -41.379 173.114 3,
    Wakefield -41.404 173.045 3, Murchison -41.802 172.327 3`,
  'NZ-NSN': `Nelson -41.271 173.284 1, Stoke -41.314 173.231 3`,
  'NZ-MBH': `Havelock -41.284 173.766 3, Picton -41.291 174.008 3, Renwick -41.51 173.828 3,
    Blenheim -41.514 173.96 2, Seddon -41.673 174.074 3`,
  'NZ-WTC': `Karamea -41.25 172.117 3, Westport -41.754 171.603 2, Reefton -42.117 171.862 3,
    Runanga -42.401 171.248 3, Greymouth -42.45 171.208 1, Hokitika -42.717 170.967 3,
    Franz Josef -43.389 170.183 3`,
  'NZ-CAN': `Kaikōura -42.4 173.681 2, Hanmer Springs -42.523 172.829 3, Cheviot -42.814 173.274 3,
    Amberley -43.156 172.73 3, Oxford -43.297 172.19 3, Rangiora -43.305 172.597 2,
    Woodend -43.318 172.664 3, Kaiapoi -43.378 172.64 3, Darfield -43.489 172.11 3,
    Christchurch -43.532 172.636 1, Prebbleton -43.58 172.514 3, Rolleston -43.595 172.383 3,
    Lyttelton -43.603 172.719 3, Methven -43.634 171.647 3, Lincoln -43.64 172.486 3,
    Rakaia -43.756 172.022 3, Leeston -43.765 172.298 3, Akaroa -43.804 172.968 3,
    Ashburton -43.903 171.73 2, Geraldine -44.091 171.245 3, Fairlie -44.099 170.83 3,
    Temuka -44.243 171.278 3, Twizel -44.257 170.101 3, Pleasant Point -44.261 171.13 3,
    Timaru -44.397 171.255 2, Waimate -44.732 171.045 3`,
  'NZ-OTA': `Wānaka -44.697 169.138 2, Arrowtown -44.938 168.832 3, Queenstown -45.031 168.663 1,
    Cromwell -45.04 169.198 3, Ōamaru -45.098 170.97 2, Ranfurly -45.129 170.1 3,
    Alexandra -45.249 169.38 3, Palmerston -45.483 170.717 3, Roxburgh -45.541 169.316 3,
    Port Chalmers -45.817 170.62 3, Dunedin -45.874 170.504 1, Mosgiel -45.875 170.348 3,
    Milton -46.121 169.969 3, Balclutha -46.234 169.742 3`,
  'NZ-STL': `Te Anau -45.415 167.718 2, Lumsden -45.736 168.441 3, Gore -46.103 168.944 2,
    Tuatapere -46.134 167.69 3, Winton -46.143 168.324 3, Mataura -46.191 168.864 3,
    Riverton -46.353 168.015 3, Invercargill -46.413 168.354 1, Bluff -46.6 168.338 3,
    Oban -46.899 168.129 3`,
  'NZ-CIT': 'Waitangi -43.954 -176.56 2',
}

export const cities: readonly City[] = Object.entries(listed).flatMap(([region_code, towns]) =>
  towns.split(/,\s+/).map((town) => {
    const [, name = '', latitude, longitude, size] =
      /^(.+) (-\d+(?:\.\d+)?) (-?\d+(?:\.\d+)?) (\d)$/.exec(town) ?? []
    return {
      name,
      region_code,
      latitude: Number(latitude),
      longitude: Number(longitude),
      size: Number(size),
    }
  }),
)
