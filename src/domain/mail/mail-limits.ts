/** As many characters as a mail may have: whoever prints one is told, before one cannot be kept. */
export const MAIL_TEXT_LIMIT = 500_000
/** The same of its HTML. */
export const MAIL_HTML_LIMIT = 1_000_000
