/** How somebody wants their cards: which come first, and which they do not need. */
export interface Arrangement {
  order: readonly string[]
  hidden: readonly string[]
}

interface NamedCard {
  name: string
}

/** What was stored, whatever it is. */
export function readArrangement(stored: unknown): Arrangement {
  const { order, hidden } = { order: [], hidden: [], ...(stored as Partial<Arrangement> | null) }
  const names = (list: unknown) =>
    Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : []
  return { order: names(order), hidden: names(hidden) }
}

/** The cards in somebody's order; those they have never seen stay where they belong. */
export function inOrder<C extends NamedCard>(cards: readonly C[], { order }: Arrangement): C[] {
  const known = cards.filter(({ name }) => order.includes(name))
  const sorted = known.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  return cards.map((card) => (order.includes(card.name) ? (sorted.shift() ?? card) : card))
}

/** The order after a card went one place on or back. */
export function moved(
  cards: readonly NamedCard[],
  arrangement: Arrangement,
  name: string,
  by: -1 | 1,
): Arrangement {
  const order = inOrder(cards, arrangement).map((card) => card.name)
  const from = order.indexOf(name)
  const to = from + by
  const other = order[to]
  if (from < 0 || other === undefined) return arrangement
  order[from] = other
  order[to] = name
  return { ...arrangement, order }
}

export function toggled(arrangement: Arrangement, name: string): Arrangement {
  const { hidden } = arrangement
  const isHidden = hidden.includes(name)
  return {
    ...arrangement,
    hidden: isHidden ? hidden.filter((one) => one !== name) : [...hidden, name],
  }
}
