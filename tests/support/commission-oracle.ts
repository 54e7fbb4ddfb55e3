// What partners should have earned, reckoned from what the API answers of invoices and contracts, with
// whole numbers of cents and nothing of the program's own arithmetic.

export interface SeenInvoice {
  invoice_status: string
  ppd_state: string | null
  discounted_service_fee: string
  undiscounted_service_fee: string
}

export interface SeenContract {
  contract_status: string
  date_start: string
  date_end: string
}

export interface Part {
  partner_id: number
  /** Percent, whole numbers. */
  share: bigint
  rate: bigint
  /** Sign-up commission of the whole contract in cents. */
  signup: bigint
}

const cents = (text: string) => BigInt(text.replace('.', ''))

/** Half away from zero. */
function rounded(above: bigint, below: bigint): bigint {
  const size = above < 0n ? -above : above
  const whole = (size * 2n + below) / (below * 2n)
  return above < 0n ? -whole : whole
}

/** Half towards zero, as GST is; a fee is never negative here. */
function roundedGst(above: bigint, below: bigint): bigint {
  const whole = above / below
  return (above % below) * 2n > below ? whole + 1n : whole
}

function isThere({ invoice_status }: SeenInvoice): boolean {
  return invoice_status === 'cleared' || invoice_status === 'paid'
}

/** The fee without its GST of fifteen per cent. */
function baseOf(invoice: SeenInvoice): bigint {
  const isLost = invoice.ppd_state === 'lost'
  const fee = cents(isLost ? invoice.undiscounted_service_fee : invoice.discounted_service_fee)
  return fee - roundedGst(fee * 15n, 115n)
}

/** The base by whole percents: cents rounded down, the rest to who lost most. */
function parted(base: bigint, parts: readonly Part[]): bigint[] {
  const size = base < 0n ? -base : base
  const down = parts.map(({ share }) => (size * share) / 100n)
  let left = size - down.reduce((sum, one) => sum + one, 0n)
  const losses = parts
    .map(({ share }, place) => ({ place, loss: (size * share) % 100n }))
    .sort((a, b) => (a.loss === b.loss ? a.place - b.place : a.loss > b.loss ? -1 : 1))
  for (const { place } of losses) {
    if (left === 0n) break
    down[place] = (down[place] ?? 0n) + 1n
    left -= 1n
  }
  return down.map((one) => (base < 0n ? -one : one))
}

const dayOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000

/** The part of a year for which the contract did not last, of a sign-up commission. */
function clawedBack(amount: bigint, { date_start, date_end }: SeenContract): bigint {
  const year = `${Number(date_start.slice(0, 4)) + 1}${date_start.slice(4)}`
  const window = dayOf(year) - dayOf(date_start)
  const left = window - (dayOf(date_end) - dayOf(date_start) + 1)
  return left > 0 ? rounded(amount * BigInt(left), BigInt(window)) : 0n
}

/** What each partner of a contract has earned as its invoices and the contract stand, in cents. */
export function shouldHave(
  contract: SeenContract,
  invoices: readonly SeenInvoice[],
  parts: readonly Part[],
): Map<number, bigint> {
  const cleared = invoices.filter(isThere)
  const isOver = contract.contract_status === 'cancelled' || contract.contract_status === 'ended'
  return new Map(
    parts.map(({ partner_id, share, rate, signup }, place) => {
      const ongoing = cleared.reduce(
        (sum, one) => sum + rounded((parted(baseOf(one), parts)[place] ?? 0n) * rate, 100n),
        0n,
      )
      const own = rounded(signup * share, 100n)
      const brought = cleared.length > 0 ? own - (isOver ? clawedBack(own, contract) : 0n) : 0n
      return [partner_id, ongoing + brought]
    }),
  )
}
