import { formatDayShort } from '#domain/kit/calendar.ts'
import { letter } from '#domain/kit/letter.ts'
import type { PayeeAccount, PayeeEvent } from './payee.ts'

/** What is told of an account; its numbers come masked, since mail can be read by others. */
export interface AccountNews {
  event: Exclude<PayeeEvent, 'released'>
  broker: string
  payee: string
  by: string
  /** The day and the time. */
  when: string
  from: PayeeAccount
  to: PayeeAccount
  reason: string | null
  hold_until: string | null
}

interface Mail {
  subject: string
  text: string
}

type Words = Record<AccountNews['event'], string>

const happened: Words = {
  first: 'gave a bank account for',
  asked: 'asked to change the bank account of',
  changed: 'changed the bank account of',
  confirmed: 'confirmed a change of the bank account of',
  refused: 'refused a change of the bank account of',
  withdrawn: 'withdrew a change of the bank account of',
}

const subjects: Words = {
  first: 'Bank details were given',
  asked: 'A change of bank details was asked for',
  changed: 'Bank details were changed',
  confirmed: 'Bank details were changed',
  refused: 'A change of bank details was refused',
  withdrawn: 'A change of bank details was withdrawn',
}

const isChanged = ({ event }: AccountNews) =>
  event === 'first' || event === 'changed' || event === 'confirmed'

/** An account as mails and letters name it. */
export function accountWords({ name, number, swift }: PayeeAccount): string {
  const what = [number, swift && `SWIFT ${swift}`].filter(Boolean).join(', ')
  if (!what) return name ? `no account (${name})` : 'no account'
  return name ? `${what} (${name})` : what
}

const fromTo = ({ from, to }: AccountNews) => `From: ${accountWords(from)}\nTo: ${accountWords(to)}`

/** Whoever reads the payee's mail learns no name from it that they did not know. */
function unnamedFromTo({ from, to }: AccountNews): string {
  const lines = [from, to].map((one) => accountWords({ ...one, name: null }))
  const isRenamed = (from.name ?? '') !== (to.name ?? '')
  const name = isRenamed ? '\nThe name of the account is another one.' : ''
  return `From: ${lines[0]}\nTo: ${lines[1]}${name}`
}

/** To whom the money is owed, at the address that was known before the change. */
export function payeeMail(news: AccountNews): Mail {
  const { broker, payee, when, event } = news
  const what: Words = {
    first: `On ${when} a bank account was given to us as yours:`,
    asked: `On ${when} we were asked to pay you into another bank account:`,
    changed: `On ${when} the bank account was changed that we pay you into:`,
    confirmed: `On ${when} the bank account was changed that we pay you into:`,
    refused: `We were asked to pay you into another bank account, and have not done so:`,
    withdrawn: `We were asked to pay you into another bank account. That was taken back:`,
  }
  const wrong = isChanged(news)
    ? 'If you did not tell us so, call us today on the number you have always used. Do not answer this mail.'
    : 'Nothing has been changed. If you know nothing of it, call us on the number you have always used.'
  return {
    subject: `${subjects[event]}: ${broker}`,
    text: letter(broker, payee, [what[event], unnamedFromTo(news), wrong]),
  }
}

/** To the people who answer for the organisation. */
export function officeMail(news: AccountNews & { link: string; isOurs: boolean }): Mail {
  const { broker, payee, by, when, event, reason, hold_until } = news
  const paragraphs = [
    `${by} ${happened[event]} ${payee} on ${when}.`,
    fromTo(news),
    ...(reason ? [`The reason given: ${reason}`] : []),
    ...(hold_until ? [`Money goes there from ${formatDayShort(hold_until)}.`] : []),
    ...(news.isOurs && isChanged(news) ? ['Every invoice from now on names it.'] : []),
    `If you did not expect this, call them on the number you knew before, and look here:\n${news.link}`,
  ]
  return { subject: `${subjects[event]}: ${payee}`, text: letter(broker, 'all', paragraphs) }
}
