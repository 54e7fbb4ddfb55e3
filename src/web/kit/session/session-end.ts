import type { ProofReason } from './api.ts'
import { createStore } from './store.ts'

interface ProofRequest {
  reason: ProofReason
  answer: (isProved: boolean) => void
}

// While somebody waits for the password, every refused call waits for the same answer.
export const passwordAsked = createStore<ProofRequest | null>(null)

/** Opens the sign-in over the page; true once the same person has proved to be there. */
export function askToSignInAgain(reason: ProofReason): Promise<boolean> {
  return new Promise((resolve) => {
    passwordAsked.set({
      reason,
      answer: (isProved) => {
        passwordAsked.set(null)
        resolve(isProved)
      },
    })
  })
}
