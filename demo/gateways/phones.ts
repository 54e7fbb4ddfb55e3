import { randomUUID } from 'node:crypto'

/** A text message as a phone shows it. */
export interface PhoneText {
  id: string
  at: string
  direction: 'to phone' | 'from phone'
  from: string
  to: string
  text: string
  status: string
}

export interface TakenText extends PhoneText {
  reference: string | null
  callback: string | null
}

/** What both gateways keep: every phone of the demonstration, and who opted out there. */
export function newPhones() {
  const texts: TakenText[] = []
  const optedOut = new Set<string>()
  return {
    texts,
    optedOut,
    take(text: Pick<TakenText, 'from' | 'to' | 'text' | 'reference' | 'callback'>): TakenText {
      const id = `SM${randomUUID().replaceAll('-', '')}`
      const at = new Date().toISOString()
      const taken = { ...text, id, at, direction: 'to phone', status: 'queued' } as const
      texts.push(taken)
      return taken
    },
    answer(from: string, to: string, text: string): TakenText {
      const id = `SM${randomUUID().replaceAll('-', '')}`
      const at = new Date().toISOString()
      const kept = { id, at, from, to, text, reference: null, callback: null }
      const answer = { ...kept, direction: 'from phone', status: 'received' } as const
      texts.push(answer)
      return answer
    },
    of: (number: string) => texts.filter(({ from, to }) => from === number || to === number),
  }
}

export type Phones = ReturnType<typeof newPhones>
