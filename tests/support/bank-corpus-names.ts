// Names as customers of a broker have them; there are fewer than customers, so some are namesakes.

export const firstNames =
  'Aroha Mere Hana Ngaire Moana Tui Kiri Rangi Wiremu Tane Hemi Piripi James John Peter Mark Paul Sarah Emma Olivia Amelia Isla Charlotte Sophie Grace Ruby Jack Oliver Noah Leo George Liam William Thomas Henry Lucas Wei Li Mei Priya Anil Raj Sunita Sione Mele Tevita Losa Fetu Ioane Anna Maria Karl Hans Ingrid Brigit Kevin Susan Janet Robyn Graham'.split(
    ' ',
  )

export const lastNames =
  'Smith Jones Williams Brown Wilson Taylor Anderson Thompson Walker White Harris Martin Clark Lewis Robinson Young King Wright Green Hall Scott Adams Baker Campbell Mitchell Roberts Carter Phillips Evans Turner Parker Collins Edwards Stewart Morris Rogers Cook Morgan Bell Murphy Bailey Cooper Kelly Howard Ward Cox Patel Singh Kumar Sharma Chen Wang Zhang Liu Nguyen Tran Kim Park Lee Ngata Parata Tamihere Henare Hohepa Waititi Taumata Faleolo Tuilagi Vaipulu Latu Hansen Larsen Muller Schmidt Becker Rossi Marino Costa Silva Papadopoulos'.split(
    ' ',
  )

export const firstWords =
  'Kauri Rata Rimu Totara Kowhai Pohutukawa Harbour Bay Coastal Southern Northern Central Pacific Tasman Alpine River Valley Summit Beacon Anchor Lighthouse Golden Silver Blue Green Red Royal Premier Capital Metro Urban Country Village Station Junction Cathedral Garden Heritage Pioneer Frontier Horizon Aurora Comet Orbit Zenith Apex Vertex Cornerstone Keystone Sterling Wharf Quay Marina Lagoon Tidal Breeze Sunrise Sunset Meadow Orchard'.split(
    ' ',
  )

export const secondWords =
  'Cafe Bakery Dental Motors Plumbing Builders Joinery Electrical Vets Pharmacy Butchery Brewery Vineyard Dairy Farms Orchards Packhouse Storage Logistics Freight Couriers Cleaning Laundry Printing Signs Design Architects Engineering Surveyors Accounting Legal Insurance Realty Motel Hotel Lodge Backpackers Gym Pools School Kindergarten Church Club Theatre Cinema Gallery Books Toys Furniture Flooring Roofing Glass Tiles Paints Hardware Timber Steel Plastics Foods Seafoods'.split(
    ' ',
  )

export const places =
  'Auckland Hamilton Tauranga Rotorua Taupo Napier Hastings Gisborne Wellington Nelson Blenheim Kaikoura Christchurch Timaru Oamaru Dunedin Invercargill Queenstown Wanaka Thames Whangarei Kerikeri Otaki Levin Masterton Picton Westport Hokitika Gore Ashburton'.split(
    ' ',
  )
