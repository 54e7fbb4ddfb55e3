/** As many characters as one chat message may have. */
export const CHAT_LENGTH = 2000
