import type { DebitState } from './provider-words.ts'

/** One step of a debit that is booked once. */
export type DebitStep =
  | 'submit'
  | 'confirm'
  | 'pay_out'
  | 'cancel'
  | 'fail'
  | 'charge_back'
  | 'stand_again'
  | 'try_again'

const ways: Record<DebitState, Partial<Record<DebitState, readonly DebitStep[]>>> = {
  planned: {
    submitted: ['submit'],
    confirmed: ['submit', 'confirm'],
    paid_out: ['submit', 'confirm', 'pay_out'],
    cancelled: ['cancel'],
    failed: ['submit', 'fail'],
    charged_back: ['submit', 'confirm', 'pay_out', 'charge_back'],
  },
  submitted: {
    confirmed: ['confirm'],
    paid_out: ['confirm', 'pay_out'],
    cancelled: ['cancel'],
    failed: ['fail'],
    charged_back: ['confirm', 'pay_out', 'charge_back'],
    // The provider tries the same one again: it was not honoured before.
    planned: ['fail', 'try_again'],
  },
  confirmed: {
    paid_out: ['pay_out'],
    failed: ['fail'],
    charged_back: ['pay_out', 'charge_back'],
  },
  paid_out: { failed: ['fail'], charged_back: ['charge_back'] },
  charged_back: { paid_out: ['stand_again'] },
  failed: {
    planned: ['try_again'],
    submitted: ['try_again', 'submit'],
    confirmed: ['try_again', 'submit', 'confirm'],
    paid_out: ['try_again', 'submit', 'confirm', 'pay_out'],
  },
  cancelled: {},
}

/**
 * The steps from where a debit stands here to where it stands at the provider. Nothing is skipped, so
 * that the books see each once; there is no way back from what a later word has overtaken, unless the
 * provider said that it tries the same one again.
 */
export function debitSteps(
  from: DebitState,
  to: DebitState,
  { hasBeenRetried }: { hasBeenRetried: boolean },
): readonly DebitStep[] {
  const steps = ways[from][to] ?? []
  return steps.includes('try_again') && !hasBeenRetried ? [] : steps
}
