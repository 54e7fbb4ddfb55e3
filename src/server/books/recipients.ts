import { fragment } from '#server/kit/database/sql.ts'

/** Where a customer `c` gets their documents, as `e.recipients`. */
export const RECIPIENTS = fragment`lateral (select case when cardinality(c.invoice_recipients) > 0
      then array(select lower(x) from unnest(c.invoice_recipients) x)
      else array_remove(array[lower(coalesce(c.email_invoice, c.email_primary, c.email))], null)
    end as recipients) e`

/** Those of them that want no mail. */
export const OPTED_OUT = fragment`(select coalesce(array_agg(lower(b.contact)), '{}')
  from messageblacklists b where lower(b.contact) = any(e.recipients)
    and b.type in ('email', 'all') and b.blocks = 'everything' and b.deleted_at is null)`
