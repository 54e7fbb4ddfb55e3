import { bankstatementCalls } from '#domain/bank/bank-calls.ts'
import { type BankStatement, bankstatement } from '#domain/bank/bankstatement.ts'
import { whyNotAgreed } from '#domain/bank/statement-difference.ts'
import { created, Problem, updated } from '#domain/kit/problem.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { sql } from '#server/kit/database/sql.ts'
import { type Context, scopeOf } from '#server/kit/http/context.ts'
import type { Route } from '#server/kit/http/route.ts'
import { serve } from '#server/kit/http/serve.ts'
import { reviseRow } from '#server/kit/rows/change-row.ts'
import { type Catalogue, checkAgainstOthers } from '#server/kit/rows/check-row.ts'
import { rowNow } from '#server/kit/rows/row-now.ts'
import { notPossible } from '#server/kit/rows/state.ts'
import { type ActionRequest, transition } from '#server/kit/rows/transition.ts'
import { answerRow, verbHandlers } from '#server/kit/rows/verb-handlers.ts'
import { insertRow } from '#server/kit/rows/write-row.ts'
import { writtenAnswer } from '#server/kit/rows/written-answer.ts'
import { statementFacts, statementFigures } from './statement-figures.ts'

/** What the bank says an account held, agreed with the books to the cent. */
export function bankStatementRoutes(catalogue: Catalogue): Route[] {
  return serve(bankstatementCalls, {
    ...statementVerbs(catalogue),
    get: {
      run: async (ctx, { id }) => {
        const answer = await answerRow(ctx, bankstatement, id, catalogue)
        const figures = await ctx.database.read(scopeOf(ctx), async (conn) =>
          statementFigures(conn, (await rowNow(ctx, conn, bankstatement, id)).row),
        )
        return { ...answer, info: { ...answer.info, ...figures } }
      },
    },
    agree: { write: agree },
    reopen: { write: reopen },
  })
}

function statementVerbs(catalogue: Catalogue) {
  return verbHandlers(bankstatement, catalogue, {
    create: async (ctx, conn, input) => {
      await checkAgainstOthers(ctx, conn, bankstatement, input, catalogue)
      await refuseSecond(conn, { id: 0, ...input })
      const written = await insertRow(ctx, conn, bankstatement, input)
      return writtenAnswer(ctx, bankstatement, written, { status: created })
    },
    update: async (ctx, conn, input) => {
      const written = await reviseRow(ctx, conn, bankstatement, input, {
        rights: () => {},
        others: async (before) => {
          await checkAgainstOthers(ctx, conn, bankstatement, input, catalogue, before)
          const bankaccount_id = input.bankaccount_id ?? before.bankaccount_id
          const statement_date = input.statement_date ?? before.statement_date
          await refuseSecond(conn, { id: before.id, bankaccount_id, statement_date })
        },
      })
      return writtenAnswer(ctx, bankstatement, written, { status: updated })
    },
  })
}

type StatementDay = Pick<BankStatement, 'id' | 'bankaccount_id' | 'statement_date'>

const SAME_DAY = sql<{ id: number }, [bankaccount_id: number, day: string, own_id: number]>`
  select id from bankstatements where bankaccount_id = $1 and statement_date = $2 and id <> $3
    and deleted_at is null`

async function refuseSecond(conn: Conn, { id, bankaccount_id, statement_date }: StatementDay) {
  if (await SAME_DAY.one(conn, bankaccount_id, statement_date, id))
    throw new Problem('conflict', {
      message: 'There is a statement of this account and day already.',
    })
}

const RECONCILE = sql<never, [bankstatement_id: number, bankaccount_id: number, day: string]>`
  update banktransactions set transaction_status = 'reconciled', bankstatement_id = $1,
    version = version + 1, modified_at = now()
  where bankaccount_id = $2 and transaction_date <= $3 and deleted_at is null
    and transaction_status in ('matched', 'transfer')`

async function agree(ctx: Context, conn: Conn, request: ActionRequest) {
  return transition(ctx, conn, bankstatement, 'agree', request, async ({ row }) => {
    await refuseDifference(conn, row)
    await RECONCILE.run(conn, row.id, row.bankaccount_id, row.statement_date)
    return { agreed_at: ctx.clock.now().toISOString() }
  })
}

async function refuseDifference(conn: Conn, row: BankStatement): Promise<void> {
  const why = whyNotAgreed(await statementFacts(conn, row))
  if (why) throw notPossible('agree', why)
}

const LATER = sql<{ id: number }, [bankaccount_id: number, statement_date: string]>`
  select id from bankstatements where bankaccount_id = $1 and statement_date > $2
    and statement_status = 'agreed' and deleted_at is null limit 1`

// A line that is all transfer is one again.
const OPEN_AGAIN = sql<never, [bankstatement_id: number]>`
  update banktransactions t set bankstatement_id = null, version = version + 1, modified_at = now(),
    transaction_status = case when exists (select from bankparts p
      where p.banktransaction_id = t.id and p.undone_at is null and p.kind <> 'transfer')
      then 'matched' else 'transfer' end
  where t.bankstatement_id = $1 and t.transaction_status = 'reconciled'`

async function reopen(ctx: Context, conn: Conn, request: ActionRequest) {
  return transition(ctx, conn, bankstatement, 'reopen', request, async ({ row }) => {
    if (await LATER.one(conn, row.bankaccount_id, row.statement_date))
      throw notPossible('reopen', 'a later statement is agreed', 'Reopen that one first.')
    await OPEN_AGAIN.run(conn, row.id)
    return { agreed_at: null }
  })
}
