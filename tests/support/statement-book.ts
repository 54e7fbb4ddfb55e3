// What a partner was told and paid, in whole cents, with nothing of the program's own arithmetic.

const MINIMUM = 2000n
const GST = 15n

interface Statement {
  id: number
  sum: bigint
  gst: bigint
  /** Of the partner's own tax invoice; null until it came. */
  ownGst: bigint | null
  total: bigint
  withheld: bigint
  toPay: bigint
  carried: bigint
  status: 'sent' | 'paid' | 'cancelled'
  /** The later one that brings along what it left. */
  settledBy: number | null
  /** The one with whose payment it left. */
  leftWith: number | null
}

/** What is to be asked for, and what it changes here once it was done. */
interface Choice {
  id: number
  path: string
  role: 'manager' | 'accounting'
  change: () => void
}

/** Half away from zero where the whole is taken, towards zero where tax is. */
function rounded(above: bigint, below: bigint, isTax = false): bigint {
  const size = above < 0n ? -above : above
  const rest = (size % below) * 2n
  const whole = size / below + (rest > below || (rest === below && !isTax) ? 1n : 0n)
  return above < 0n ? -whole : whole
}

const dollars = (cents: bigint) => {
  const size = cents < 0n ? -cents : cents
  const text = size.toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`
}

/** The statements of one partner. */
export class StatementBook {
  readonly #list: Statement[] = []
  readonly #isAgreed: boolean
  readonly #withholding: bigint
  #paidOut = 0n

  constructor({ isAgreed, withholding }: { isAgreed: boolean; withholding: bigint }) {
    this.#isAgreed = isAgreed
    this.#withholding = withholding
  }

  get #live(): Statement[] {
    return this.#list.filter(({ status }) => status !== 'cancelled')
  }

  /** All that was earned and not stated is stated; tells what the program has to say of it. */
  send(id: number, earned: bigint) {
    const sum = earned - added(this.#live, (one) => one.sum)
    const gst = this.#isAgreed ? rounded(sum * GST, 100n, true) : 0n
    const withheld = sum > 0n ? rounded(sum * this.#withholding, 100n) : 0n
    const open = this.#live.filter((one) => one.settledBy === null && one.carried !== 0n)
    const brought = added(open, ({ carried }) => carried)
    const owed = sum + gst + brought - withheld
    const toPay = owed >= MINIMUM ? owed : 0n
    const carried = owed - toPay
    for (const one of open) one.settledBy = id
    this.#list.push({
      ...{ id, sum, gst, ownGst: null, total: sum + gst, withheld, toPay, carried },
      ...{ status: 'sent', settledBy: null, leftWith: null },
    })
    return {
      ...{ sum: dollars(sum), gst: dollars(gst), withheld: dollars(withheld) },
      ...{ brought_forward: dollars(brought), to_pay: dollars(toPay), carried: dollars(carried) },
    }
  }

  /** The statement that something may be done to; null where there is none. */
  choose(what: string): Choice | null {
    switch (what) {
      case 'cancel statement':
        return this.#cancelling()
      case 'pay statement':
        return this.#of('pay', 'accounting', this.#newest('sent'), (one) => this.#pay(one))
      case 'return':
        return this.#of('returned', 'accounting', this.#newest('paid'), (one) => this.#return(one))
      default:
        return this.#taxing()
    }
  }

  #newest(status: Statement['status']): Statement | undefined {
    return this.#live.findLast((one) => one.status === status && one.toPay > 0n)
  }

  #of(
    action: string,
    role: Choice['role'],
    one: Statement | undefined,
    change: (one: Statement) => void,
  ): Choice | null {
    if (!one) return null
    const path = `/commissionstatement/${action}`
    return { id: one.id, path, role, change: () => change(one) }
  }

  #cancelling(): Choice | null {
    const last = this.#live.at(-1)
    // What left with it and has a tax invoice since is told elsewhere by now.
    const isTold = this.#live.some((one) => one.leftWith === last?.id && one.settledBy === null)
    if (last?.status !== 'sent' || isTold) return null
    return this.#of('cancel', 'manager', last, (one) => {
      one.status = 'cancelled'
      one.carried = 0n
      for (const other of this.#list) if (other.settledBy === one.id) other.settledBy = null
    })
  }

  #taxing(): Choice | null {
    const one = this.#isAgreed ? undefined : this.#live.find(({ ownGst }) => ownGst === null)
    const isPart = one?.status === 'sent' && one.toPay === 0n && one.settledBy !== null
    if (isPart) return null
    return this.#of('taxinvoice', 'accounting', one, (taxed) => {
      const gst = rounded(taxed.sum * GST, 100n, true)
      taxed.ownGst = gst
      if (taxed.status === 'sent' && taxed.toPay > 0n) return
      taxed.carried = (taxed.settledBy === null ? taxed.carried : 0n) + gst
      taxed.settledBy = null
    })
  }

  #leaves = ({ toPay, carried, ownGst }: Statement) =>
    toPay + (carried === 0n ? (ownGst ?? 0n) : 0n)

  #pay(one: Statement): void {
    this.#paidOut += this.#leaves(one)
    const along = new Set([one.id])
    for (const other of this.#live.toReversed())
      if (other.settledBy !== null && along.has(other.settledBy)) along.add(other.id)
    for (const other of this.#live)
      if (other.toPay === 0n && other.status === 'sent')
        if (along.has(other.id) || other.leftWith === one.id) {
          other.status = 'paid'
          other.leftWith = one.id
        }
    one.status = 'paid'
  }

  #return(one: Statement): void {
    this.#paidOut -= this.#leaves(one)
    one.status = 'sent'
    for (const other of this.#live) if (other.leftWith === one.id) other.status = 'sent'
  }

  /**
   * What the books owe the partner and what tax they hold back; and all that is owed waits somewhere
   * to be paid: not stated yet, carried, or on a statement that was sent.
   */
  accounts(earned: bigint): { owed: bigint; withheld: bigint } {
    const live = this.#live
    const gst = added(live, (one) => one.gst + (one.ownGst ?? 0n))
    const paid = live.filter(({ status }) => status === 'paid')
    const withheld = added(paid, (one) => one.withheld)
    const owed = earned + gst - this.#paidOut - withheld
    const toCome =
      earned -
      added(live, ({ sum }) => sum) +
      added(live, (one) => (one.status === 'sent' ? one.withheld : 0n)) +
      added(live, (one) => (one.settledBy === null ? one.carried : 0n)) +
      added(live, (one) => (one.status === 'sent' && one.toPay > 0n ? this.#leaves(one) : 0n))
    if (owed !== toCome) throw new Error(`Owed ${owed} cents, and ${toCome} are to come.`)
    return { owed, withheld }
  }
}

const added = (list: readonly Statement[], of: (one: Statement) => bigint): bigint =>
  list.reduce((sum, one) => sum + of(one), 0n)
