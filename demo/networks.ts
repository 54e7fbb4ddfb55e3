// Distributors by the first digits of the postcodes they serve. Their names are real; the letters
// in ICPs are ours, and only hotlines that were confirmed are there.
const table = `
Top Energy | TE | | 02 04
Northpower | NP | | 01
Vector | VC | 0508 832 867 | 06 07 10 20 21
Waipā Networks | WA | 0800 800 769 | 38
WEL Networks | WE | | 32 37
The Lines Company | LC | | 39
Powerco | PO | | 311 318 43 44 45 58
Horizon Networks | HZ | | 312
Unison | UN | | 30 33 411 412
Firstlight Network | FL | | 40
Electra | EL | | 55 503
Wellington Electricity | WN | | 501 60
Nelson Electricity | NE | | 701
Marlborough Lines | ML | | 72
Buller Electricity | BU | | 78
Orion | OR | | 80
Alpine Energy | AL | | 79
Network Waitaki | NW | | 94
Aurora Energy | AU | 0800 22 00 05 | 90 93
Electricity Invercargill | EI | | 981
The Power Company | PC | | 97 9814 9818
`

export interface DemoNetwork {
  name: string
  letters: string
  hotline: string | null
  prefixes: string[]
}

export const networks: readonly DemoNetwork[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', letters = '', hotline, prefixes = ''] = line.split('|').map((c) => c.trim())
    return { name, letters, hotline: hotline || null, prefixes: prefixes.split(' ') }
  })

/** The network with the longest fitting prefix. */
export function networkAt(postcode: string): DemoNetwork {
  const fitting = networks.flatMap((network) =>
    network.prefixes
      .filter((prefix) => postcode.startsWith(prefix))
      .map((prefix) => ({ network, length: prefix.length })),
  )
  const [best] = fitting.sort((a, b) => b.length - a.length)
  if (!best) throw new Error(`No network serves the postcode ${postcode}.`)
  return best.network
}
