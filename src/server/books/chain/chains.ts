import { createHash } from 'node:crypto'
import type { ChainName } from '#domain/books/chain-calls.ts'
import { type Fragment, fragment } from '#server/kit/database/sql.ts'

/** A table whose rows stay as they are, and the text of a row that its link is made from. */
export interface Chained {
  from: Fragment
  text: Fragment
}

// The columns are named, so that a new one leaves the links of old entries as they are. A note may be
// added to the reason of an entry, which is therefore not among them.
export const chained: Record<ChainName, Chained> = {
  journal: {
    from: fragment`(select * from transactions where organisation_id = (select scope_organisation()))`,
    text: fragment`(jsonb_build_array(t.id, t.organisation_id, t.event, t.transaction_date, t.amount,
      t.customer_id, t.supplier_id, t.invoice_id, t.bill_id, t.invoicepayment_id, t.billpayment_id,
      t.adjustment_id, t.credit_adjustment_id, t.reverses_id, t.unique_key, t.actor_id, t.actor_name,
      t.impersonator_id, t.source, t.request_id, extract(epoch from t.created_at),
      (select jsonb_agg(jsonb_build_array(a.id, a.account, a.amount, a.transaction_date,
          a.customer_id, a.supplier_id, a.invoice_id, a.bill_id, a.adjustment_id) order by a.id)
        from accounttransactions a
        where a.organisation_id = t.organisation_id and a.transaction_id = t.id))
      || case when t.partner_id is null then '[]'::jsonb
        else jsonb_build_array('partner', t.partner_id) end
      || case when t.credit_invoice_id is null then '[]'::jsonb
        else jsonb_build_array('credit_invoice', t.credit_invoice_id) end)::text`,
  },
  history: {
    from: fragment`(select * from history
      where organisation_id is not distinct from (select scope_organisation()))`,
    text: fragment`jsonb_build_array(t.id, t.organisation_id, t.object_class, t.object_id, t.action,
      t.object_version, t.changes, t.reason, t.actor_id, t.actor_name, t.impersonator_id,
      t.impersonator_name, t.source, t.request_id, extract(epoch from t.created_at))::text`,
  },
}

/** What the first link of a chain follows. */
export function chainBeginning(chain: ChainName, organisation_id: number): Buffer {
  return sha256(`switchboard ${chain} ${organisation_id}`)
}

/** A link depends on the one before it, and so on every entry that ever was. */
export function nextLink(before: Buffer, text: string): Buffer {
  return sha256(before, text)
}

function sha256(...parts: (Buffer | string)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
