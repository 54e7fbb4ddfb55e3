/** GST is one rate in New Zealand; it stands wherever nothing says otherwise. */
export const GST_PERCENT = '15'
