import type { mandateCalls } from '#domain/directdebit/mandate-calls.ts'
import { file } from '#domain/files/file.ts'
import { bankAccountProblem, normaliseBankAccount } from '#domain/kit/bank-account.ts'
import type { CheckedOf } from '#domain/kit/call.ts'
import { badField, fieldProblem } from '#domain/kit/problem.ts'
import { keepEncrypted } from '#server/files/seal-file.ts'
import type { Conn } from '#server/kit/database/database.ts'
import type { Context } from '#server/kit/http/context.ts'
import { lockRow } from '#server/kit/rows/change-row.ts'

type GivenConsent = NonNullable<CheckedOf<typeof mandateCalls.create>['consent']>

/** When and how they agreed, as it is kept. */
export async function checkedConsent(
  ctx: Context,
  conn: Conn,
  { text_version, at, script_read = false, file_id }: GivenConsent,
) {
  if (Date.parse(at) > ctx.clock.now().getTime())
    throw badField('consent.at', 'They can’t have agreed in the future.')
  if (file_id) await keepForm(ctx, conn, file_id)
  return {
    consent_text_version: text_version,
    consent_at: at,
    consent_script_read: script_read,
    consent_file_id: file_id ?? null,
  }
}

/** Evidence is kept for years, and encrypted: what was deleted is gone after a month. */
async function keepForm(ctx: Context, conn: Conn, id: number): Promise<void> {
  if ((await lockRow(ctx, conn, file, id)).deleted_at !== null)
    throw badField('consent.file_id', 'That file was deleted. Restore it first.')
  await keepEncrypted(ctx, conn, id)
}

/** Sixteen digits that a bank could have given out. */
export function checkedAccount(typed: string | undefined): string {
  if (!typed) throw badField('bank_account_number', 'The account number is needed.')
  const digits = normaliseBankAccount(typed)
  const { error } = bankAccountProblem(digits)
  if (error === 'short')
    throw fieldProblem('numberTooShort', 'bank_account_number', {
      label: 'Bank account number',
      length: 15,
    })
  if (error !== null)
    throw badField('bank_account_number', 'That is not the number of a New Zealand bank account.')
  return digits
}
