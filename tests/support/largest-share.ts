export interface StoredShare {
  id: number
  contract_id: number
  partner_id: number
  share_percent: string
  valid_from_date: string
}

/**
 * The largest part of any of some contracts on a day, by a rule that the product does not share: of
 * each contract the rows of the last day that has come hold, and a later day replaces them all.
 */
export function largestShare(
  shares: readonly StoredShare[],
  contract_ids: readonly number[],
  today: string,
): StoredShare | undefined {
  const days = new Map<number, string>()
  for (const { contract_id, valid_from_date: day } of shares)
    if (day <= today && day > (days.get(contract_id) ?? '')) days.set(contract_id, day)
  let best: StoredShare | undefined
  for (const one of shares) {
    const holds = days.get(one.contract_id) === one.valid_from_date
    if (!holds || !contract_ids.includes(one.contract_id)) continue
    const [more, most] = [Number(one.share_percent), Number(best?.share_percent ?? 0)]
    if (more > most || (more === most && best && one.id < best.id)) best = one
  }
  return best
}
