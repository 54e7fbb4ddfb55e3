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

/** What was given of a series already. */
export interface GivenNumbers {
  /** The latest number of it, whatever its prefix; null while none was given. */
  latest: string | null
  /** The highest value that stands behind the prefix asked for; null where none does. */
  highest: number | null
}

export const prefixAsked =
  'Up to ten letters, digits and hyphens: the first a letter, the last no digit.'
export const prefixShape = /^[A-Z](?:[A-Z0-9-]{0,8}[A-Z-])?$/i
export const nextAsked = 'A whole number from 1 to 999999999.'

/** The number that a series gives next. */
export function numberAt({ name, prefix, next_value }: SeriesStand): string {
  return `${prefix}${String(next_value).padStart(numberSeries[name].digits, '0')}`
}

/** Why a series can't be changed any more; null while it can. */
export function fixedReason(name: SeriesName, latest: string | null): string | null {
  if (!numberSeries[name].isGapless || latest === null) return null
  return `Its numbers have no gaps: since ${latest} was given it goes on by itself.`
}

/** Why a series cannot go on so: it never goes back to numbers that were given, nor to another's. */
export function seriesProblem(
  asked: SeriesStand,
  held: SeriesStand,
  { highest }: Pick<GivenNumbers, 'highest'>,
  others: readonly SeriesStand[],
): { field: 'prefix' | 'next_value'; message: string } | null {
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const clash = others.find(({ prefix }) => same(prefix, asked.prefix))
  if (clash) {
    const whose = numberSeries[clash.name].label.toLowerCase()
    return { field: 'prefix', message: `“${clash.prefix}” begins the numbers of ${whose}.` }
  }
  const passed = same(asked.prefix, held.prefix) ? held.next_value : 1
  const least = Math.max(passed, (highest ?? 0) + 1)
  if (asked.next_value >= least) return null
  const next = numberAt({ ...asked, next_value: least })
  const message = `Numbers never go back: ${next} or a later one comes next.`
  return { field: 'next_value', message }
}
