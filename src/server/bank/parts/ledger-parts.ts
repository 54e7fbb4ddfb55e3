import { atLeast } from '#domain/access/role.ts'
import { bankAside, bankCoded } from '#domain/bank/bank-postings.ts'
import { accountNeeds } from '#domain/bank/line-parts.ts'
import { accountText } from '#domain/books/account-names.ts'
import { ledgerEvents } from '#domain/books/ledger-events.ts'
import { cents } from '#domain/kit/money.ts'
import { Problem } from '#domain/kit/problem.ts'
import { post } from '#server/books/ledger.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import type { PartKindRules } from './part-kind.ts'
import { required } from './refuse-part.ts'

/** Fees, interest and whatever no document explains, on an account of the ledger. */
export const accountPart: PartKindRules = {
  async book({ ctx, conn, line, ledger }, part) {
    const account = required(part.account, 'account', 'Choose an account.')
    const needs = accountNeeds(account)
    const words = accountText(account)
    if (needs === 'nobody') throw notPossible('match', `documents alone book on “${words}”`)
    if (!atLeast(ctx.actor.role, needs)) throw new Problem('forbidden')
    const { amount } = part
    const entry_ids = await post(ctx, conn, [
      {
        event: ledgerEvents.bankCoded,
        date: line.transaction_date,
        reason: line.other_party ?? line.memo,
        lines: bankCoded(ledger, account, cents(amount)),
      },
    ])
    return [{ kind: 'account', amount, account, words, is_made: true, entry_ids }]
  },
  // Its entry is all there is of it.
  async undo() {},
}

/** Money that nobody knows yet, kept apart until somebody asks for it. */
export const asidePart: PartKindRules = {
  async book({ ctx, conn, line, ledger }, part) {
    const { amount } = part
    const entry_ids = await post(ctx, conn, [
      {
        event: ledgerEvents.bankAside,
        date: line.transaction_date,
        reason: line.other_party ?? line.memo,
        lines: bankAside(ledger, cents(amount)),
      },
    ])
    return [{ kind: 'aside', amount, words: 'Not identified yet', is_made: true, entry_ids }]
  },
  async undo() {},
}
