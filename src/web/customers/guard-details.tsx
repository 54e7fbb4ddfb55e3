import { type ReactNode, useCallback, useState } from 'react'
import { type Reveal, RevealContext } from '#web/kit/form/reveal.ts'
import { isApiProblem } from '#web/kit/session/api.ts'
import { GuardCodeDialog } from './guard-code-dialog.tsx'

interface DebitDetails {
  /** Makes a call for the details; asks for the code where it is wanted, and calls again. */
  reveal: Reveal
  /** To be drawn somewhere: the question for the code, while it is asked. */
  dialog: ReactNode
}

interface CodeRequest {
  answer: (isOpen: boolean) => void
}

/** For every screen that shows direct debit details of a customer. */
export function useDebitDetails(customer_id: number): DebitDetails {
  const [asked, setAsked] = useState<CodeRequest | null>(null)
  const reveal: Reveal = useCallback(async (ask) => {
    const from = document.activeElement
    try {
      return await ask()
    } catch (cause) {
      if (!isGuarded(cause)) throw cause
    }
    const isOpen = await new Promise<boolean>((answer) => setAsked({ answer }))
    setAsked(null)
    try {
      return isOpen ? await ask() : null
    } finally {
      giveBackFocus(from)
    }
  }, [])
  const dialog = (
    <GuardCodeDialog
      isOpen={asked !== null}
      customer_id={customer_id}
      onOpened={() => asked?.answer(true)}
      onClose={() => asked?.answer(false)}
    />
  )
  return { reveal, dialog }
}

const MOST_FRAMES = 120

/** A busy button holds no focus: it gets it back once it is drawn again, however late that is. */
function giveBackFocus(to: Element | null, frames = MOST_FRAMES): void {
  requestAnimationFrame(() => {
    if (!(to instanceof HTMLElement)) return
    to.focus()
    // Somebody who has gone elsewhere meanwhile stays there.
    const isNowhere = document.activeElement === document.body
    if (isNowhere && frames > 0) giveBackFocus(to, frames - 1)
  })
}

function isGuarded(cause: unknown): boolean {
  return isApiProblem(cause) && cause.info.guard_code === true
}

/** Hidden values below it ask for the guard code of this customer. */
export function DebitDetailsGuard(props: { customer_id: number; children: ReactNode }) {
  const { reveal, dialog } = useDebitDetails(props.customer_id)
  return (
    <RevealContext value={reveal}>
      {props.children}
      {dialog}
    </RevealContext>
  )
}
