import { numberKey } from '#domain/kit/number-key.ts'

/** Each series, with how it begins until somebody says otherwise, and its least digits. */
export const numberSeries = {
  customer_number: {
    label: 'Customers',
    help: 'Given to new customers whose number is left empty.',
    prefix: 'C-',
    first: 10_000,
    digits: 1,
    isGapless: false,
  },
  contract_number: {
    label: 'Contracts',
    help: 'Given to new contracts whose number is left empty.',
    prefix: 'K-',
    first: 1001,
    digits: 1,
    isGapless: false,
  },
  proposal_number: {
    label: 'Proposals',
    help: 'Given to new proposals whose number is left empty.',
    prefix: 'P-',
    first: 1001,
    digits: 1,
    isGapless: false,
  },
  invoice_number: {
    label: 'Invoices and credit invoices',
    help: 'Given when one is approved, without gaps.',
    prefix: 'INV-',
    first: 1001,
    digits: 1,
    isGapless: true,
  },
  adjustment_number: {
    label: 'Adjustments',
    help: 'Given when one is made, for customers and suppliers, without gaps.',
    prefix: 'ADJ-',
    first: 1001,
    digits: 1,
    isGapless: true,
  },
  commission_number: {
    label: 'Commission statements',
    help: 'Given when one is sent, without gaps; they are our buyer-created tax invoices.',
    prefix: 'CS-',
    first: 1,
    digits: 6,
    isGapless: true,
  },
} as const
export type SeriesName = keyof typeof numberSeries

// The keys of the table are its names.
export const seriesNames = Object.keys(numberSeries) as [SeriesName, ...SeriesName[]]

/** Where a series stands. */
export interface SeriesStand {
  name: SeriesName
  prefix: string
  next_value: number
}

/** One change of where a series stood, in the numbers that came next before and after it. */
export interface SeriesChange {
  name: SeriesName
  from: string
  to: string
}

/**
 * Where series stood when they were changed, as far as numbers had been given by then: these stay
 * given, whatever became of what had them. From the oldest change to the newest.
 */
export function standsLeft(changes: readonly SeriesChange[]): SeriesStand[] {
  const begun = new Map<SeriesName, string>()
  return changes.flatMap(({ name, from, to }) => {
    const isGiven = begun.get(name) !== from
    begun.set(name, to)
    return isGiven ? [standAt(name, from)] : []
  })
}

function standAt(name: SeriesName, number: string): SeriesStand {
  const [digits = ''] = /\d+$/.exec(number) ?? []
  const prefix = number.slice(0, number.length - digits.length)
  return { name, prefix, next_value: Number(digits) }
}

/** As short as a number may be that people type. */
const LEAST_LENGTH = 3

// Figures of a prefix would run into the number's own: A-1-5 is A-15 to a bank.
export const prefixAsked = 'Up to ten letters and hyphens: the first a letter.'
export const prefixShape = /^[A-Z][A-Z-]{0,9}$/i
export const nextAsked = 'A whole number from 1 to 999999999.'
const LAST = 999_999_999

/** The number that a series gives next. */
export function numberAt({ name, prefix, next_value }: SeriesStand): string {
  return `${prefix}${String(next_value).padStart(numberSeries[name].digits, '0')}`
}

/** Why a series can't be changed any more; null while it can. */
export function fixedReason(name: SeriesName, latest: string | null): string | null {
  if (!numberSeries[name].isGapless || latest === null) return null
  return `Its numbers have no gaps: since ${latest} was given it goes on by itself.`
}

/**
 * Why a series cannot go on so: it never goes back to numbers that were given, nor to another's,
 * nor to what a bank takes for one of them. The stands are those of every series, now and before; the
 * highest is that of the numbers there are.
 */
export function seriesProblem(
  asked: SeriesStand,
  highest: number | null,
  stands: readonly SeriesStand[],
): { field: 'prefix' | 'next_value'; message: string } | null {
  const { key, next } = comparedStand(asked)
  const alike = stands
    .map((stand) => ({ ...stand, ...comparedStand(stand) }))
    .filter((stand) => stand.key === key)
  const isKept = alike.some(({ name, prefix }) => name === asked.name && prefix === asked.prefix)
  const clash = isKept ? undefined : alike.find(({ name }) => name !== asked.name)
  if (clash) {
    const whose = numberSeries[clash.name].label.toLowerCase()
    return { field: 'prefix', message: `“${clash.prefix}” begins the numbers of ${whose}.` }
  }
  if (numberAt(asked).length < LEAST_LENGTH) {
    const message = `${numberAt(asked)} is too short: a number has ${LEAST_LENGTH} characters at least.`
    return { field: 'prefix', message }
  }
  const own = alike.filter(({ name }) => name === asked.name)
  const least = Math.max(1, (highest ?? 0) + 1, ...own.map((stand) => stand.next))
  if (next >= least) return null
  const first = numberAt({ ...asked, next_value: firstFrom(asked, least) })
  const message = `Numbers never go back: ${first} or a later one comes next.`
  return { field: 'next_value', message }
}

/** What begins its numbers, as they are compared. */
export const comparedKey = (stand: SeriesStand): string => comparedStand(stand).key

/** The first value of a series whose number is not compared as an earlier one than this. */
function firstFrom(asked: SeriesStand, least: number): number {
  let [low, high] = [1, LAST]
  while (low < high) {
    const next_value = Math.floor((low + high) / 2)
    if (comparedStand({ ...asked, next_value }).next >= least) high = next_value
    else low = next_value + 1
  }
  return low
}

/** Prefixes of before may hold figures: these count among the number's own, as where it is compared. */
function comparedStand(stand: SeriesStand): { key: string; next: number } {
  const whole = numberKey(numberAt(stand))
  const [figures = ''] = /[0-9]+$/.exec(whole) ?? []
  return { key: whole.slice(0, whole.length - figures.length), next: Number(figures) }
}
