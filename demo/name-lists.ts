// Names to choose from when the database makes a large data set.

const words = (text: string): readonly string[] => text.trim().split(/\s*,\s*/)

export const firstNames = words(`
Aroha, Mere, Wiremu, Hēmi, Tāne, Rangi, Anahera, Kiri, Hōne, Moana, Tama, Ngaio, Wikitōria, Manaia,
Kahurangi, Rāwiri, Pania, Tūmanako, Māia, Tāwhiri, James, Sarah, Olivia, Jack, Charlotte, William,
Isla, Noah, Amelia, Leo, Harper, Theo, Mila, Hunter, Willow, George, Margaret, Peter, Joan, Alan,
Priya, Raj, Deepika, Harpreet, Anil, Wei, Jing, Mei, Li, Yuki, Hiroshi, Min-jun, Ahmed, Zahra,
Sione, Losa, Siosaia, Tevita, Salote, Fa‘afetai, Élise, Jörg, Björn, Siobhán, Niamh, Callum`)

export const lastNames = words(`
Ngata, Tāwhiri, Pōtiki, Te Whaiti, Wihongi, Kereama, Pōhatu, Mahuika, Parata, Hēnare, Rēweti,
Tautari, Paki, Herangi, Waaka, Kingi, Smith, Brown, Wilson, Taylor, Anderson, Thompson, Walker,
White, Martin, Campbell, Stewart, Mitchell, Robertson, MacDonald, O’Sullivan, McLeod, Sinclair,
Patel, Singh, Kumar, Sharma, Nair, Gill, Chen, Wang, Zhang, Li, Liu, Tanaka, Sato, Kim, Park,
Nguyễn, Rahimi, Tupou, Latu, Fonoti, Tuilagi, Sefo, Vanderberg, Steiner, Lindqvist, Moretti,
Villiers, Drysdale, Fletcher, Hislop, Petherick, Mayhew, Gibbons, Doyle, Pullar, Cameron`)

export const placeWords = words(`
Harbour, Kōwhai, Pōhutukawa, Rātā, Kauri, Tōtara, Rimu, Mānuka, Kererū, Tūī, Waitematā, Manukau,
Tāmaki, Hauraki, Coromandel, Waikato, Tauranga, Taupō, Ōtaki, Kāpiti, Wairarapa, Marlborough,
Canterbury, Aoraki, Ōamaru, Otago, Southland, Fiordland, Northland, Whangārei, Bay, River, Valley,
Hilltop, Lakeside, Seaview, Central, Southern, Northern, Eastern, Pacific, Tasman, Cook, Summit,
Blue Gum, Silver Fern, Long White, Black Sands, Golden Mile, Red Barn`)

export const trades = words(`
Dairy, Bakery, Café, Motel, Marae, Orchards, Vineyards, Engineering, Panel & Paint, Plumbing,
Electrical, Roofing, Joinery, Timber, Cool Stores, Transport, Marine, Dental, Vet Clinic,
Physiotherapy, Pharmacy, Kindergarten, School, Community Hall, Bowling Club, Surf Club, Brewery,
Butchery, Fish Shop, Takeaways, Restaurant, Lodge, Holiday Park, Farms, Dairies, Shearing, Nursery,
Body Corporate, Property Trust, Books, Records, Cycles, Motors, Tyres, Print House, Laundry, Gym`)

export const streets = words(`
Queen Street, Great South Road, Karangahape Road, Ponsonby Road, Dominion Road, Tāmaki Drive,
Victoria Street, Cameron Road, Fenton Street, Devon Street, Cuba Street, Lambton Quay,
Riccarton Road, Papanui Road, Princes Street, Dee Street, Main Road, Station Road, Church Street,
Beach Road, Kōwhai Avenue, Rātā Street, Tōtara Road,
Nīkau Place, Pūkeko Lane, Tūī Crescent, Kererū Grove`)

export const cities = words(`
Auckland 1010, Auckland 0610, Auckland 2025, Auckland 1041, Hamilton 3204, Tauranga 3110,
Rotorua 3010, Taupō 3330, Whangārei 0110, Kaitāia 0410, Gisborne 4010, Napier 4110, Hastings 4120,
New Plymouth 4310, Whanganui 4500, Palmerston North 4410, Ōtaki 5512, Paraparaumu 5032,
Lower Hutt 5010, Wellington 6011, Masterton 5810, Nelson 7010, Blenheim 7201, Westport 7825,
Christchurch 8011, Timaru 7910, Ōamaru 9400, Dunedin 9016, Queenstown 9300, Invercargill 9810`)
