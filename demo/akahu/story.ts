import type { Bank, Transaction } from './bank.ts'

/** The account of the demonstration that is fed. */
export const storyAccount = {
  _id: 'acc_demo_payments',
  name: 'Payments',
  formatted_account: '02-0192-0533003-00',
}

type ToldPayment = [amount: string, description: string, reference?: string]

const before: ToldPayment[] = [
  ['64.20', 'NGAIO HETET', 'POWER'],
  ['-12.50', 'MONTHLY ACCOUNT FEE'],
  ['310.00', 'KERIKERI CITRUS', 'PART PAYMENT'],
  ['18.35', 'CREDIT INTEREST PAID'],
  ['145.9', 'R VANDERBERG', 'THANKS'],
]

// A newcomer sees these come in, one after the other.
const toCome: ToldPayment[] = [
  ['52.75', 'YUKI TANAKA', 'POWER NOV'],
  ['220.00', 'MOUNT SURF & COFFEE', 'PART PAYMENT'],
  ['-3.40', 'TRANSACTION ACCOUNT FEE'],
  ['96.15', 'T WHAREHINGA', 'ELECTRICITY'],
  ['41.00', 'NGAIO HETET', 'THE REST'],
  ['175.6', 'ROTORUA THERMAL LODGE', 'ON ACCOUNT'],
]

const HOUR_MS = 3_600_000
const FIRST_MS = 20_000
const THEN_MS = 90_000

/** Plays what happens at the demonstration's bank: some of it before today, some while one looks. */
export function playStory(bank: Bank, tell: (lines: Transaction[]) => Promise<void>): void {
  if (!bank.accounts.some((one) => one._id === storyAccount._id)) {
    bank.accounts.push({ ...storyAccount })
    const now = Date.now()
    for (const [at, told] of before.entries())
      bank.transactions.push(
        lineOf(told, `trans_demo_${at}`, now - (before.length - at) * 20 * HOUR_MS),
      )
  }
  const isTold = (at: number) => bank.transactions.some((one) => one._id === comingId(at))
  const next = async () => {
    const at = toCome.findIndex((_, place) => !isTold(place))
    const told = toCome[at]
    if (!told) return
    await tell([lineOf(told, comingId(at), Date.now())])
    setTimeout(next, THEN_MS)
  }
  setTimeout(next, FIRST_MS)
}

const comingId = (at: number) => `trans_demo_coming_${at}`

function lineOf(
  [amount, description, reference]: ToldPayment,
  _id: string,
  at: number,
): Transaction {
  return {
    _id,
    _account: storyAccount._id,
    date: new Date(at).toISOString(),
    description,
    amount,
    type: amount.startsWith('-') ? 'FEE' : 'DIRECT CREDIT',
    ...(reference ? { meta: { reference } } : {}),
  }
}
