/** Where something belongs: one of two accounts with the supplier, or to the supplier as a whole. */
export type Place = 'A' | 'B' | null

export interface ModelItem {
  id: number
  kind: 'bill' | 'adjustment'
  place: Place
  day: string
  total: number
  givenUp: number
  isHeld: boolean
  isCancelled: boolean
}

export interface ModelMoney {
  id: number
  kind: 'payment' | 'credit'
  place: Place
  day: string
  amount: number
  meant: ModelItem | null
  isOut: boolean
  isCancelled: boolean
  /** Everything it ever lay on. */
  touched: Set<ModelItem>
}

interface Piece {
  item: ModelItem
  money: ModelMoney
  amount: number
}

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * What we owe a supplier and what we have there, in plain numbers of cents: it shares no code with the
 * product, so that the two can be held against each other.
 */
export class SupplierModel {
  readonly items: ModelItem[] = []
  readonly money: ModelMoney[] = []
  pieces: Piece[] = []

  owed(item: ModelItem): number {
    if (item.isCancelled) return 0
    return item.total - item.givenUp - this.#sum(this.pieces.filter((one) => one.item === item))
  }

  free(money: ModelMoney): number {
    if (!money.isOut) return 0
    return money.amount - this.#sum(this.pieces.filter((one) => one.money === money))
  }

  on(item: ModelItem): Piece[] {
    return this.pieces.filter((one) => one.item === item)
  }

  /** What we owe in all, less what we have. */
  balance(): number {
    const owed = this.items.map((item) => this.owed(item))
    const free = this.money.map((money) => -this.free(money))
    return [...owed, ...free].reduce((sum, amount) => sum + amount, 0)
  }

  /** What of one account is open and not held, the oldest first; of all accounts for none. */
  open(place: Place): ModelItem[] {
    return this.items
      .filter((item) => place === null || item.place === place)
      .filter((item) => !item.isHeld && this.owed(item) > 0)
      .sort((a, b) => compare(a.day, b.day) || compare(a.kind, b.kind) || compare(a.id, b.id))
  }

  accountOwes(place: Place): number {
    const own = this.items.filter((item) => item.place === place && !item.isHeld)
    return own.reduce((sum, item) => sum + this.owed(item), 0)
  }

  /** Free money that reaches an item is put on it. */
  settle(item: ModelItem): void {
    if (item.isCancelled) return
    const rank = (money: ModelMoney) =>
      money.meant === item ? 0 : money.place === item.place ? 1 : 2
    const reaching = this.money
      .filter((money) => this.free(money) > 0)
      .filter((money) => money.meant === item || !item.isHeld)
      .filter((m) => m.meant === item || m.place === item.place || m.place === null)
      .sort(
        (a, b) =>
          rank(a) - rank(b) ||
          compare(a.day, b.day) ||
          compare(b.kind, a.kind) ||
          compare(a.id, b.id),
      )
    for (const money of reaching) this.#put(money, item)
  }

  /** What an adjustment gave, or is left of a payment, goes to what else is open there. */
  spread(money: ModelMoney): void {
    for (const item of this.open(money.place)) if (this.free(money) > 0) this.settle(item)
  }

  pay(money: ModelMoney): void {
    money.isOut = true
    if (money.meant) this.settle(money.meant)
    this.spread(money)
  }

  takeBack(money: ModelMoney): void {
    this.pieces = this.pieces.filter((one) => one.money !== money)
    money.isOut = false
    const touched = [...money.touched].sort(
      (a, b) => compare(b.kind, a.kind) || compare(a.id, b.id),
    )
    for (const item of touched) this.settle(item)
  }

  #put(money: ModelMoney, item: ModelItem): void {
    const amount = Math.min(this.free(money), this.owed(item))
    if (amount <= 0) return
    this.pieces.push({ item, money, amount })
    money.touched.add(item)
  }

  #sum(pieces: readonly Piece[]): number {
    return pieces.reduce((sum, { amount }) => sum + amount, 0)
  }
}
