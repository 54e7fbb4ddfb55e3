/** As many characters as one chat message may have. */
export const CHAT_LENGTH = 2000

/** As long as a mail may be that is written by hand. */
export const MAIL_LENGTH = 20_000
