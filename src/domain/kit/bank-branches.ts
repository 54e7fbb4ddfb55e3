// The banks of the Payments NZ register with the branches each may use. Some branches are newer
// than Inland Revenue's table, so a branch that is missing here is a warning, never a refusal.

export type BankAlgorithm = 'A or B' | 'D' | 'E' | 'F' | 'G' | 'X'

export interface Bank {
  name: string
  algorithm: BankAlgorithm
  /** First and last branch of each range, both included. */
  branches: readonly (readonly [number, number])[]
}

export const BANKS: Readonly<Record<string, Bank>> = {
  '01': bank('ANZ', [1, 999], [1100, 1199], [1800, 1899], [6150, 6150]),
  '02': bank('BNZ', [1, 999], [1200, 1299], [2025, 2055]),
  '03': bank(
    'Westpac',
    [1, 999],
    [1300, 1399],
    [1500, 1599],
    [1700, 1799],
    [1900, 1999],
    [5050, 5050],
    [7350, 7399],
  ),
  '04': bank('ANZ', [2014, 2024]),
  // Banks 05 and 88 are registered but stand in no published checksum table.
  '05': { ...bank('China Construction Bank', [8884, 8889]), algorithm: 'X' },
  '06': bank('ANZ', [1, 999], [1400, 1499]),
  '08': { ...bank('BNZ', [6500, 6599]), algorithm: 'D' },
  '09': { ...bank('Reserve Bank', [0, 0]), algorithm: 'E' },
  '10': bank('ICBC', [5165, 5169]),
  '11': bank('ANZ', [5000, 6499], [6600, 8999]),
  '12': bank('ASB', [3000, 3299], [3400, 3499], [3600, 3699]),
  '13': bank('Westpac', [4900, 4999]),
  '14': bank('Westpac', [4700, 4799]),
  '15': bank('TSB', [3900, 3999]),
  '16': bank('Westpac', [4400, 4499]),
  '17': bank('Westpac', [3300, 3399]),
  '18': bank('Westpac', [3500, 3599]),
  '19': bank('Westpac', [4600, 4649]),
  '20': bank('Westpac', [4100, 4199]),
  '21': bank('Westpac', [4800, 4899]),
  '22': bank('Westpac', [4000, 4049]),
  '23': bank('Westpac', [3700, 3799]),
  '24': bank('ASB', [4300, 4349]),
  '25': { ...bank('ANZ', [2500, 2599]), algorithm: 'F' },
  '26': { ...bank('Closed bank', [2600, 2699]), algorithm: 'G' },
  '27': bank('Westpac', [3800, 3849]),
  '28': { ...bank('Closed bank', [2100, 2149]), algorithm: 'G' },
  '29': { ...bank('Closed bank', [2150, 2299]), algorithm: 'G' },
  '30': bank('HSBC', [2900, 2949]),
  '31': { ...bank('Citibank', [2800, 2849]), algorithm: 'X' },
  '33': { ...bank('Closed bank', [6700, 6799]), algorithm: 'F' },
  '35': bank('Closed bank', [2400, 2499]),
  '38': bank('Kiwibank', [9000, 9499]),
  '88': { ...bank('Bank of China', [8800, 8805]), algorithm: 'X' },
}

function bank(name: string, ...branches: [number, number][]): Bank {
  return { name, algorithm: 'A or B', branches }
}
