import { atLeast } from '#domain/access/role.ts'
import { bankruleCalls, payeraliasCalls, type RuleTrial } from '#domain/bank/bank-calls.ts'
import type { MatchLine } from '#domain/bank/bank-line.ts'
import { ruleFits } from '#domain/bank/bank-rule.ts'
import { bankrule } from '#domain/bank/bankrule.ts'
import { accountNeeds } from '#domain/bank/line-parts.ts'
import { payeralias } from '#domain/bank/payeralias.ts'
import { addDays } from '#domain/kit/day-number.ts'
import type { Create, StoredColumns } from '#domain/kit/entity.ts'
import { toDecimalString } from '#domain/kit/money.ts'
import { badField, created, Problem, updated } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf, todayOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { hashAccount, hashAccounts } from './account-hash.ts'
import { matchLines } from './open-lines.ts'

/** What lines are that no document explains, and how payers are known. */
export function bankRuleRoutes(catalogue: Catalogue): Route[] {
  return [
    ...serve(bankruleCalls, { ...ruleVerbs(catalogue), test: { run: testRule } }),
    ...serve(payeraliasCalls, verbHandlers(payeralias, catalogue)),
  ]
}

function ruleVerbs(catalogue: Catalogue) {
  return verbHandlers(bankrule, catalogue, {
    create: async (ctx, conn, input) => {
      refuseAccount(ctx, input)
      await checkAgainstOthers(ctx, conn, bankrule, input, catalogue)
      const written = await insertRow(ctx, conn, bankrule, input)
      return writtenAnswer(ctx, bankrule, written, { status: created })
    },
    update: async (ctx, conn, input) => {
      const written = await reviseRow(ctx, conn, bankrule, input, {
        rights: () => refuseAccount(ctx, input),
        others: (before) => checkAgainstOthers(ctx, conn, bankrule, input, catalogue, before),
      })
      return writtenAnswer(ctx, bankrule, written, { status: updated })
    },
  })
}

/** A rule books in its maker's name: on no account that its maker could not book on. */
function refuseAccount(
  ctx: Context,
  { account }: Pick<StoredColumns<typeof bankrule>, 'account'>,
): void {
  if (account === undefined || account === null) return
  const needs = accountNeeds(account)
  if (needs === 'nobody') throw badField('account', 'Documents alone book on that account.')
  if (!atLeast(ctx.actor.role, needs)) throw new Problem('forbidden')
}

const RECENT = sql<{ id: number; kinds: string[] }, [since: string]>`
  select t.id, coalesce((select array_agg(distinct p.kind) from bankparts p
    where p.banktransaction_id = t.id and p.undone_at is null), '{}') as kinds
  from banktransactions t where t.transaction_date >= $1 and t.deleted_at is null`

const DAYS = 90

/** What a rule would have said of the lines of the last ninety days. */
async function testRule(ctx: Context, input: Create<typeof bankrule>) {
  const since = addDays(todayOf(ctx), -DAYS)
  const found = await ctx.database.write(scopeOf(ctx), async (conn: Conn) => {
    await hashAccounts(ctx, conn)
    const recent = await RECENT.all(conn, since)
    const lines = await matchLines(
      conn,
      recent.map(({ id }) => id),
    )
    return { recent: new Map(recent.map(({ id, kinds }) => [id, kinds])), lines }
  })
  const { other_account } = input
  const rule = {
    id: 0,
    direction: input.direction,
    text_contains: input.text_contains ?? null,
    other_account_hash: other_account
      ? hashAccount(ctx.config.secrets.fields, other_account)
      : null,
    amount_from: input.amount_from ?? null,
    amount_to: input.amount_to ?? null,
    kind: input.kind,
    account: input.account ?? null,
    supplier_id: input.supplier_id ?? null,
    automatic: false,
  }
  const fitting = found.lines.filter((line) => ruleFits(rule, line))
  const isOther = ({ id }: MatchLine) =>
    (found.recent.get(id) ?? []).some((kind) => kind !== input.kind)
  const data: RuleTrial = {
    lines: fitting.map(({ id, transaction_date, other_party, amount }) => ({
      id,
      transaction_date,
      other_party,
      amount: toDecimalString(amount),
    })),
    contradicted: fitting.filter(isOther).map(({ id }) => id),
  }
  return { data }
}
