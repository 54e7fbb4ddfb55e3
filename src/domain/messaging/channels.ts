/** How a message leaves the house. */
export const channels = ['email', 'sms'] as const
