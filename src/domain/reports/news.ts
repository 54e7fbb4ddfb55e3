import { formatMoney } from '#domain/kit/money.ts'

export const newsKinds = [
  'signature',
  'payment',
  'failed_debit',
  'message',
  'not_delivered',
  'run',
  'bulk',
  'task',
  'role_task',
] as const
export type NewsKind = (typeof newsKinds)[number]

/** Something that happened, as it is stored. */
export interface NewsFact {
  kind: NewsKind
  at: string
  /** The record it leads to. */
  id: number
  /** Who or what it is about. */
  name: string | null
  /** A number, an address or what became of it. */
  detail: string | null
  amount: string | null
}

/** Something that happened, as it is told. */
export interface NewsItem {
  /** The same as long as it is the same news. */
  key: string
  at: string
  title: string
  words: string
  path: string
  /** Something to look after, not only to know. */
  isTrouble: boolean
}

const dollars = (amount: string | null) => `$${formatMoney(amount)}`

interface NewsWording {
  title: (fact: NewsFact) => string
  words: (fact: NewsFact) => string
  path: (id: number) => string
  isTrouble?: (fact: NewsFact) => boolean
}

const tellings: Record<NewsKind, NewsWording> = {
  signature: {
    title: () => 'Contract accepted',
    words: ({ name, detail }) => `${name} accepted ${detail ?? 'a contract'}.`,
    path: (id) => `/app/contract?id=${id}`,
  },
  payment: {
    title: ({ amount }) => `${dollars(amount)} received`,
    words: ({ name }) => `From ${name}, found at the bank.`,
    path: (id) => `/app/invoicepayment?id=${id}`,
  },
  failed_debit: {
    title: ({ amount }) => `Debit of ${dollars(amount)} failed`,
    words: ({ name }) => `${name} still owes it.`,
    path: (id) => `/app/invoicepayment?id=${id}`,
    isTrouble: () => true,
  },
  message: {
    title: ({ name }) => `${name} wrote`,
    words: ({ detail }) => detail ?? '',
    path: (id) => `/app/messages?state=all&thread=${id}`,
  },
  not_delivered: {
    title: () => 'Message not delivered',
    words: ({ name, detail }) => [detail, name].filter(Boolean).join(' · '),
    path: (id) => `/app/message?id=${id}`,
    isTrouble: () => true,
  },
  run: {
    title: ({ detail }) => (detail === 'failed' ? 'Billing run failed' : 'Billing run finished'),
    words: ({ name }) => name ?? '',
    path: (id) => `/app/invoices/run?id=${id}`,
    isTrouble: ({ detail }) => detail === 'failed',
  },
  bulk: {
    title: ({ detail }) => (detail === 'done' ? 'Bulk message sent' : 'Bulk message stopped'),
    words: ({ name }) => name ?? '',
    path: (id) => `/app/bulkmessage?id=${id}`,
  },
  task: {
    title: () => 'A task for you',
    words: ({ name }) => name ?? '',
    path: (id) => `/app/task?id=${id}`,
  },
  role_task: {
    title: () => 'A task for your role',
    words: ({ name }) => name ?? '',
    path: (id) => `/app/task?id=${id}`,
  },
}

export function tellNews(fact: NewsFact): NewsItem {
  const { title, words, path, isTrouble } = tellings[fact.kind]
  return {
    key: `${fact.kind} ${fact.id} ${fact.at}`,
    at: fact.at,
    title: title(fact),
    words: words(fact),
    path: path(fact.id),
    isTrouble: isTrouble?.(fact) ?? false,
  }
}
