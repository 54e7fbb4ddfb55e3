// Harbour’s business customers, all invented:
// name | industry | street | suburb | city postcode | contact.
export const businesses = `
Kōwhai Corner Dairy | retail | 148 Great South Road | Papatoetoe | Auckland 2025 | Rajesh Patel
Westhaven Marine | manufacturing | 7 Beaumont Street | Westhaven | Auckland 1010 | Kirsty Muir
Hobson Heights Body Corporate | property | 96 Hobson Street | | Auckland 1010 | Neil Abbott
Te Rākau Childcare | education | 33 Coronation Road | Māngere | Auckland 2022 | Losa Fa‘asavalu
Tāmaki Engineering | manufacturing | 21 Leonard Road | Mt Wellington | Auckland 1060 | Stuart Pryor
Café Pōhutukawa | hospitality | 402 Tāmaki Drive | St Heliers | Auckland 1071 | Élise Laurent
Onehunga Panel & Paint | other | 58 Church Street | Onehunga | Auckland 1061 | Sione Latu
Blue Gum Dental | health | 12 Anzac Street | Takapuna | Auckland 0622 | Dr Hannah Yoon
Albany Gymnastics Club | community | 9 Appian Way | Albany | Auckland 0632 | Janine Wouters
Bledisloe Cool Stores | transport | 77 Wiri Station Road | Wiri | Auckland 2104 | Dean Hohepa
Whangārei Harbour Motel | hospitality | 61 Western Hills Drive | | Whangārei 0110 | Colin Thorpe
Ngāti Kahu Marae Trust | community | 14 Pā Road | Taipā | Doubtless Bay 0483 | Hinemoa Rēweti
Kerikeri Citrus Growers | agriculture | 230 Kapiro Road | Waipapa | Kerikeri 0295 | Grant Sudbury
Waikato Valley Dairies | agriculture | 812 Kaipaki Road | Ōhaupō | Hamilton 3881 | Wayne Hulme
Rototuna Vet Clinic | health | 5 Horsham Downs Road | Rototuna | Hamilton 3210 | Dr Amelia Trask
Kirikiriroa Print House | manufacturing | 39 Ward Street | | Hamilton 3204 | Tim Ormsby
Tūrangawaewae Bakery | hospitality | 18 Waingaro Road | | Ngāruawāhia 3720 | Te Ata Herangi
Mount Surf & Coffee | hospitality | 131 Maunganui Road | | Mount Maunganui 3116 | Bodhi Lawson
Pāpāmoa Kiwifruit Packhouse | agriculture | 64 Te Puke Highway | | Pāpāmoa 3187 | Harpreet Gill
Rotorua Thermal Lodge | hospitality | 270 Fenton Street | | Rotorua 3010 | Rangi Waaka
Taupō Lakeside Holiday Park | hospitality | 55 Spa Road | | Taupō 3330 | Lorraine Beck
Ōpōtiki Seafoods | manufacturing | 3 Wharf Street | | Ōpōtiki 3122 | Tama Ruwhiu
Tairāwhiti Timber Mill | manufacturing | 410 Matawai Road | Makaraka | Gisborne 4010 | Boydie Kaa
Hawke’s Bay Orchard Supplies | agriculture | 1204 Omahu Road | | Hastings 4120 | Fiona Greer
Ahuriri Cellars | retail | 22 Bridge Street | Ahuriri | Napier 4110 | Marcus Villiers
Taranaki Tool Hire | construction | 88 Devon Street East | | New Plymouth 4310 | Kevin Judd
Pātea Butchery | retail | 67 Egmont Street | | Pātea 4520 | Shelley Tamakehu
Whanganui Riverside School | education | 41 Anzac Parade | | Whanganui 4500 | Ngaire Potaka
Manawatū Grain Dryers | agriculture | 95 Rongotea Road | | Palmerston North 4410 | Alan Bycroft
Ōtaki Beach Bakery | retail | 22 Main Highway | | Ōtaki 5512 | Mereana Cook
Kāpiti Swim School | community | 16 Rimu Road | | Paraparaumu 5032 | Louise Dobbie
Lower Hutt Joinery | manufacturing | 134 Hutt Park Road | Gracefield | Lower Hutt 5010 | Petelo Sefo
Cuba Street Records | retail | 182 Cuba Street | Te Aro | Wellington 6011 | Imogen Hart
Aro Valley Community Hall | community | 48 Aro Street | Aro Valley | Wellington 6021 | Piripi Love
Nelson Boat Builders | manufacturing | 19 Vickerman Street | | Nelson 7010 | Jörg Steiner
Wairau Vineyards | agriculture | 356 Rapaura Road | | Blenheim 7273 | Camille Ruddock
Avon Physiotherapy | health | 270 Barbadoes Street | | Christchurch 8011 | Ben Ashworth
Rāpaki Marae | community | 7 Rāpaki Drive | Rāpaki | Lyttelton 8082 | Huia Tikao
Mackenzie Star Lodge | hospitality | 1 Godley Peaks Road | | Lake Tekapo 7999 | Ross Urquhart
Ōamaru Stone Works | manufacturing | 25 Tyne Street | | Ōamaru 9400 | Gillian Meek
`

// Harbour’s households, invented: name | joint holder | street | suburb | city postcode.
export const households = `
Mere Ngata | Wiremu Ngata | 27 Kōtuku Street | Te Atatū South | Auckland 0610
James O’Sullivan | | 3/18 Calliope Road | Devonport | Auckland 0624
Siosaia Tupou | ‘Ana Tupou | 64 Bairds Road | Ōtara | Auckland 2023
Margaret Hislop | | 9 Puriri Avenue | Epsom | Auckland 1051
Li Wei Zhang | Jing Zhang | 41 Meadowland Drive | Howick | Auckland 2014
Deepika Nair | | 12A Stoddard Road | Mt Roskill | Auckland 1041
Hōne Pōtiki | | 150 Redoubt Road | Manukau | Auckland 2016
Catherine Bell-Whyte | Simon Whyte | 21 Point Chevalier Road | | Auckland 1022
Tāne Mahuika | | 5 Bank Street | Kensington | Whangārei 0112
Ruth Vanderberg | | 88 Commerce Street | | Kaitāia 0410
Aperahama Wihongi | Moana Wihongi | 16 Te Mai Road | Woodhill | Whangārei 0110
Brian Petherick | Joan Petherick | 203 Peachgrove Road | Claudelands | Hamilton 3214
Ngaio Hetet | | 40 Rora Street | | Te Kūiti 3910
Sarah Lindqvist | | 77 Cameron Road | | Tauranga 3110
Rereata Kingi | | 11 Ranolf Street | Glenholme | Rotorua 3010
Douglas Mayhew | Pauline Mayhew | 34 Rifle Range Road | | Taupō 3330
Kahurangi Pōhatu | | 252 Ormond Road | Mangapapa | Gisborne 4010
Olivia Strand | Hugo Strand | 19 Marine Parade | | Napier 4110
Terrence Gibbons | | 6 Carrington Street | | New Plymouth 4310
Wikitōria Paki | | 130 Somme Parade | | Whanganui 4500
Ahmed Rahimi | Zahra Rahimi | 58 Featherston Street | Takaro | Palmerston North 4412
Joanna Kereama | | 9 Waitohu Road | | Ōtaki 5512
Peter Van der Merwe | | 45 Daniell Street | Newtown | Wellington 6021
Amīria Te Whaiti | Rob Jensen | 70 Cook Street | | Masterton 5810
Yuki Tanaka | | 2/31 Waimea Road | | Nelson 7010
Bernadette Doyle | | 14 Palmerston Street | | Westport 7825
Graham Pullar | Iris Pullar | 90 Papanui Road | Merivale | Christchurch 8014
Tūmanako Reedy | | 28 Estuary Road | New Brighton | Christchurch 8061
Fraser Sinclair | | 5 Arthur Street | | Dunedin 9016
Eilidh Cameron | | 63 Tay Street | | Invercargill 9810
`

// Southern Utilities Brokers, businesses and households in the same shapes.
export const southernBusinesses = `
Port Chalmers Ship Repair | manufacturing | 4 Beach Street | | Port Chalmers 9023 | Craig Nisbet
Arrowtown Gold Café | hospitality | 29 Buckingham Street | | Arrowtown 9302 | Tessa Blyth
Gore Stock & Feed | agriculture | 110 Main Street | | Gore 9710 | Murray Officer
Awarua Marae | community | 12 Bradshaw Street | | Bluff 9814 | Tā Mihi Skerrett
Wānaka Alpine Rentals | hospitality | 71 Ardmore Street | | Wānaka 9305 | Josh Perriam
St Clair Dental | health | 8 Forbury Road | St Clair | Dunedin 9012 | Dr Nina Kohli
Timaru Woolstore Body Corporate | property | 2 The Bay Hill | | Timaru 7910 | Vernon Eade
`

export const southernHouseholds = `
Flora Drummond | | 17 Signal Hill Road | Opoho | Dunedin 9010
Rāwhiti Parata | Kiri Parata | 44 Elles Road | | Invercargill 9810
Angus Rennie | | 5 Thames Street | | Ōamaru 9400
Mei-Ling Ho | | 22 Goldfield Heights | | Queenstown 9300
Tūī Bradshaw | | 3 Elgin Terrace | | Stewart Island 9818
`

export interface Place {
  street: string
  suburb: string | null
  city: string
  postcode: string
}

export interface Business extends Place {
  name: string
  industry: string
  contact: string
}

export interface Household extends Place {
  name: string
  joint: string | null
}

export function readBusinesses(table: string): Business[] {
  return cellsOf(table).map(([name = '', industry = '', street, suburb, city, contact = '']) => ({
    name,
    industry,
    contact,
    ...place(street, suburb, city),
  }))
}

export function readHouseholds(table: string): Household[] {
  return cellsOf(table).map(([name = '', joint, street, suburb, city]) => ({
    name,
    joint: joint || null,
    ...place(street, suburb, city),
  }))
}

function place(street = '', suburb = '', cityAndPostcode = ''): Place {
  const postcode = cityAndPostcode.slice(-4)
  return { street, suburb: suburb || null, city: cityAndPostcode.slice(0, -5), postcode }
}

function cellsOf(table: string): string[][] {
  const lines = table.trim().split('\n')
  return lines.map((line) => line.split('|').map((cell) => cell.trim()))
}
