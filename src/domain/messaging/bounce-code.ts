// RFC 3463: what a server's code says about the address itself, and not about this message.
const dead = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'])

/** Nobody is there and nobody will be: it must not be written to again. */
export const isDeadAddress = (code: string | null) => code !== null && dead.has(code)

/**
 * Refused for good, and because of whom it is for: 5.7 refuses whom it is from, 4 is a matter of
 * time, and without a code nobody knows.
 */
export const isOfTheAddress = (code: string | null) => /^5\.(?!7\.)/.test(code ?? '')

/** So many messages came back in a month that the address counts as dead. */
export const BOUNCES_UNTIL_DEAD = 3
export const BOUNCE_DAYS = 30
