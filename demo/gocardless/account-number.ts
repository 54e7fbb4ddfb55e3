// Numbers of bank accounts as New Zealand's banks check them, written anew for the double.

type Algorithm = { weights: string; modulus: number; isFolded?: true }

// Weights of bank (2), branch (4), base (8) and suffix (4); a is ten.
const algorithms: Record<string, Algorithm> = {
  A: { weights: '00 6379 00a58421 0000', modulus: 11 },
  B: { weights: '00 0000 00a58421 0000', modulus: 11 },
  D: { weights: '00 0000 07654321 0000', modulus: 11 },
  E: { weights: '00 0000 00005432 0001', modulus: 11, isFolded: true },
  F: { weights: '00 0000 01731731 0000', modulus: 10 },
  G: { weights: '00 0000 01371371 0371', modulus: 10, isFolded: true },
  X: { weights: '00 0000 00000000 0000', modulus: 1 },
}
const ofBank: Record<string, string> = {
  '05': 'X',
  '08': 'D',
  '09': 'E',
  '25': 'F',
  '26': 'G',
  '28': 'G',
  '29': 'G',
  '31': 'X',
  '33': 'F',
  '88': 'X',
}
const bankNames: Record<string, string> = {
  '01': 'ANZ BANK NEW ZEALAND LIMITED',
  '02': 'BANK OF NEW ZEALAND',
  '03': 'WESTPAC BANK',
  '06': 'ANZ BANK NEW ZEALAND LIMITED',
  '11': 'ANZ BANK NEW ZEALAND LIMITED',
  '12': 'ASB BANK LIMITED',
  '15': 'TSB BANK LIMITED',
  '38': 'KIWIBANK LIMITED',
}
const BASES_FROM_B = 990_000

export interface AccountParts {
  bank_code?: unknown
  branch_code?: unknown
  account_number?: unknown
}

/** Sixteen digits, from the whole number or from its parts; nothing where it is no such number. */
export function sixteenDigits({ bank_code, branch_code, account_number }: AccountParts) {
  const digits = (part: unknown) => String(part ?? '').replace(/[\s.\-‐-―]/g, '')
  const [bank, branch, rest] = [digits(bank_code), digits(branch_code), digits(account_number)]
  const whole = bank || branch ? `${bank}${branch.padStart(4, '0')}${rest}` : rest
  if (!/^\d{15,16}$/.test(whole)) return null
  return whole.length === 16 ? whole : `${whole.slice(0, 13)}0${whole.slice(13)}`
}

export function isAccountNumber(sixteen: string): boolean {
  const [bank, base] = [sixteen.slice(0, 2), sixteen.slice(6, 13)]
  if (!isBank(bank)) return false
  const usual = Number(base) < BASES_FROM_B ? 'A' : 'B'
  const algorithm = algorithms[ofBank[bank] ?? usual]
  if (!algorithm) return false
  const padded = `${sixteen.slice(0, 6)}0${base}0${sixteen.slice(13)}`
  const weights = algorithm.weights.replaceAll(' ', '')
  let sum = 0
  for (const [place, digit] of [...padded].entries()) {
    const product = Number(digit) * Number.parseInt(weights.charAt(place), 16)
    sum += algorithm.isFolded && product > 9 ? folded(product) : product
  }
  return sum % algorithm.modulus === 0
}

export const bankNameOf = (sixteen: string) =>
  bankNames[sixteen.slice(0, 2)] ?? `BANK ${sixteen.slice(0, 2)}`

/** What answers show of a New Zealand account: four digits. */
export const endingOf = (sixteen: string) => sixteen.slice(-4)

function folded(product: number): number {
  const sum = [...String(product)].reduce((total, digit) => total + Number(digit), 0)
  return sum > 9 ? folded(sum) : sum
}

function isBank(bank: string): boolean {
  const code = Number(bank)
  const isInRange = (code >= 1 && code <= 31) || [33, 35, 38, 88].includes(code)
  return isInRange && ![7, 32, 34].includes(code)
}
