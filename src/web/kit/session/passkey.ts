import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { PasskeyProof } from '#domain/identity/passkey-calls.ts'

/** Has the browser ask for a passkey; what it says when nobody answers is told as it is. */
export async function answerPasskey(question: unknown): Promise<PasskeyProof> {
  // Only who has a passkey fetches what talks to it.
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = question as PublicKeyCredentialRequestOptionsJSON // As the server made it.
  return startAuthentication({ optionsJSON }) as Promise<PasskeyProof>
}
