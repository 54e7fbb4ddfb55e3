import type { MessageKind } from '#domain/messaging/message-kind.ts'

/** The words a mail has until an organisation, or the platform, gives it others. */
export interface StandardTemplate<C extends string = string> {
  name: string
  kind: MessageKind
  context: C
  subject: string
  text_base: string
  text_loop: string | null
  /** Fields without which it would not do what it is for. */
  needs: readonly string[]
  /** Where nobody has given this one words of its own, it has those of that one. */
  otherwise: string | null
}

export function standard<const C extends string>(
  given: Omit<StandardTemplate<C>, 'text_loop' | 'otherwise' | 'needs'> &
    Partial<Pick<StandardTemplate<C>, 'text_loop' | 'otherwise' | 'needs'>>,
): StandardTemplate<C> {
  return { text_loop: null, otherwise: null, needs: [], ...given }
}
