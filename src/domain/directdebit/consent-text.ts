/** What the words name that a customer agrees to. */
export interface ConsentFacts {
  /** Who collects, as the provider knows them. */
  creditor: string
  notice_days: number
}

/**
 * What is read out on the phone and stands above the signature on paper, one sentence after the other.
 * Whoever changes it gives it a new version, so that it is known later what somebody agreed to.
 */
export function consentText({ creditor, notice_days }: ConsentFacts): string[] {
  return [
    `You authorise your bank to debit your account with the amounts that ${creditor} asks for by direct debit, until further notice.`,
    'You confirm that the account is yours, and that nobody else has to sign for it.',
    `We tell you the amount and the day at least ${notice_days} days before money is collected, unless you ask for a debit yourself.`,
    'You can cancel this authority at any time by telling us or your bank.',
    'If a debit was not what we told you, your bank can give the money back to you within 120 days.',
  ]
}
