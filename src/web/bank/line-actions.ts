import { banktransactionCalls } from '#domain/bank/banktransaction-calls.ts'
import type { ReasonAction } from '#web/kit/dialogs/reason-dialog.tsx'

/** Takes a match off one line. */
export const unmatchAction: ReasonAction = {
  title: 'Take the match off?',
  text: 'Payments it made are cancelled, and those it only linked wait for the bank again.',
  button: 'Take the match off',
  call: banktransactionCalls.unmatch,
  reason: 'needed',
  isDanger: true,
}

export const openAgainAction: ReasonAction = {
  ...unmatchAction,
  title: 'Open the line again?',
  text: 'The line, and the one that cancels it out, are to be explained again.',
  button: 'Open again',
}
