import { fragment } from '#server/kit/database/sql.ts'

/**
 * What was taken back of the lines of statement $1 and not given back since, with the last day: a
 * claw-back that was stated itself is undone by another one, which names it.
 */
export const TAKEN_BACK = fragment`(with recursive later as (
    select c.id as line_id, b.id, b.amount, b.earned_on
    from commissions c join commissions b on b.reverses_id = c.id and b.kind = 'clawback'
      and b.commission_status in ('accrued', 'stated')
    where c.statement_id = $1
    union all
    select l.line_id, b.id, b.amount, b.earned_on
    from later l join commissions b on b.reverses_id = l.id and b.kind = 'clawback'
      and b.commission_status in ('accrued', 'stated'))
  select line_id, -sum(amount) as amount, max(earned_on) as day from later
  group by line_id having sum(amount) <> 0)`
