import { formatDayShort } from '#domain/kit/calendar.ts'
import { formatMoney } from '#domain/kit/money.ts'

const size = (amount: string) => formatMoney(amount.replace('-', ''))

/** How much of a line went back; null where it was all of it. */
export function wentBackPart(amount: string, back: string): string | null {
  return amount === back ? null : `${size(back)} of ${size(amount)}`
}

/** What became of a line of which something went back: a claw-back that is undone is given back. */
export function wentBackWords(amount: string, back: { amount: string; day: string }): string {
  const verb = amount.startsWith('-') ? 'given back' : 'taken back'
  const part = wentBackPart(amount, back.amount)
  const words = `${part ? `${part} ` : ''}${verb} on ${formatDayShort(back.day)}`
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
