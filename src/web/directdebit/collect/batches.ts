// The call takes more, but is slower the more it is given.
const INVOICES_AT_ONCE = 100

interface OpenPage {
  id: number
  customer_id: number
}

/**
 * Invoices in parts that one call takes. Those of a customer stay together: what one page carries of
 * another is counted once only where both are looked at in the same call.
 */
export function byCustomer(pages: readonly OpenPage[], most = INVOICES_AT_ONCE): number[][] {
  const batches: number[][] = []
  for (const own of Map.groupBy(pages, ({ customer_id }) => customer_id).values()) {
    const last = batches.at(-1)
    const ids = own.map(({ id }) => id)
    if (last && last.length + ids.length <= most) last.push(...ids)
    else batches.push(ids)
  }
  return batches
}
