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
  /** Where its office hears of what phones answer. */
  hook: string | null
}

/** What both gateways keep: every phone of the demonstration, and who opted out there. */
export function newPhones() {
  const texts: TakenText[] = []
  const optedOut = new Set<string>()
  return {
    texts,
    optedOut,
    take(text: Omit<TakenText, 'id' | 'at' | 'direction' | 'status' | 'hook'>): TakenText {
      const id = `SM${randomUUID().replaceAll('-', '')}`
      const at = new Date().toISOString()
      // What is told of one text ends with its name.
      const hook = text.callback?.replace(/\.\w+$/, '') ?? null
      const taken = { ...text, id, at, hook, direction: 'to phone', status: 'queued' } as const
      texts.push(taken)
      return taken
    },
    answer(from: string, to: string, text: string, hook: string | null): TakenText {
      const id = `SM${randomUUID().replaceAll('-', '')}`
      const at = new Date().toISOString()
      const kept = { id, at, from, to, text, hook, reference: null, callback: null }
      const answer = { ...kept, direction: 'from phone', status: 'received' } as const
      texts.push(answer)
      return answer
    },
    of: (number: string) => texts.filter(({ from, to }) => from === number || to === number),
  }
}

export type Phones = ReturnType<typeof newPhones>
