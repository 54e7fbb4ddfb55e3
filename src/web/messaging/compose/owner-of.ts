import type { FileOwner } from './mail-files.tsx'

interface Party {
  customer_id: number | null
  supplier_id: number | null
  partner_id: number | null
}

/** Whose files go with a mail: those of whoever it is with. */
export function ownerOf({ customer_id, supplier_id, partner_id }: Party): FileOwner | null {
  if (customer_id !== null) return { reference_object: 'customer', reference_id: customer_id }
  if (supplier_id !== null) return { reference_object: 'supplier', reference_id: supplier_id }
  if (partner_id !== null) return { reference_object: 'partner', reference_id: partner_id }
  return null
}
