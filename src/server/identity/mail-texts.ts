import type { Config } from '#server/kit/start/config.ts'

export interface MailText {
  subject: string
  text: string
}

/** Never taken from the request: a forged Host header must not decide where a link leads. */
export function addressOf(config: Config, path: string): string {
  return `${config.publicUrl}${path}`
}

// The token stands in the fragment, which reaches no log and no Referer.
const link = (config: Config, path: string, token: string) => addressOf(config, `${path}#${token}`)

export function confirmMail(config: Config, token: string): MailText {
  return letter(config, 'Confirm your email address', [
    `Kia ora, thanks for creating an account with ${config.appTitle}.`,
    'Please open this link to confirm your email address. It works once, for the next 24 hours:',
    link(config, '/app/register/token', token),
    "If you didn't ask for an account, you can ignore this email and nothing will happen.",
  ])
}

export function alreadyRegisteredMail(config: Config): MailText {
  return letter(config, 'You already have an account', [
    `Somebody, perhaps you, tried to create an account with ${config.appTitle} using this email address. It already has one.`,
    'If it was you, sign in, or reset your password here:',
    addressOf(config, '/app/password/reset/email'),
    "If it wasn't you, there's nothing you need to do.",
  ])
}

export function invitationMail(config: Config, token: string, by: string): MailText {
  return letter(config, 'Your new account', [
    `${by} has made an account for you on ${config.appTitle}.`,
    'Please open this link to choose your password. It works once, for the next 24 hours:',
    link(config, '/app/password/reset/token', token),
  ])
}

export function membershipInvitationMail(
  config: Config,
  token: string,
  told: { organisation_name: string; by: string; role_name: string },
): MailText {
  return letter(config, `Invitation to ${told.organisation_name}`, [
    `${told.by} invites you to work in ${told.organisation_name}, as ${told.role_name}.`,
    'Please open this link to accept or decline. It works for the next seven days:',
    link(config, '/app/invitation', token),
    "Until you accept, they learn nothing about you. If you don't know them, you can ignore this.",
  ])
}

export function resetMail(config: Config, token: string, username: string): MailText {
  return letter(config, 'Reset your password', [
    `Somebody, hopefully you, asked to reset the password of ${username}.`,
    'Please open this link to choose a new one. It works once, for the next 24 hours:',
    link(config, '/app/password/reset/token', token),
    "If you didn't ask for this, you can ignore this email: your password stays as it is.",
  ])
}

export function passwordChangedMail(config: Config, username: string, when: string): MailText {
  return letter(config, 'Your password was changed', [
    `The password of ${username} was changed on ${when}. Everybody signed in with the old one has been signed out.`,
    "If this wasn't you, reset your password now and tell your organisation's admin:",
    addressOf(config, '/app/password/reset/email'),
  ])
}

export function newDeviceMail(
  config: Config,
  seen: { username: string; when: string; ip: string; userAgent: string },
): MailText {
  return letter(config, 'New sign-in to your account', [
    `${seen.username} signed in on ${seen.when} from a device or place we haven't seen before.`,
    `Address: ${seen.ip}\nBrowser: ${seen.userAgent || 'unknown'}`,
    "If this wasn't you, change your password straight away:",
    addressOf(config, '/app/password/change'),
  ])
}

export function recoveryCodeUsedMail(config: Config, username: string, left: number): MailText {
  return letter(config, 'A recovery code was used', [
    `Somebody, hopefully you, used a recovery code of ${username}. There are ${left} left.`,
    'You can make new ones in your profile:',
    addressOf(config, '/app/profile/edit'),
    "If this wasn't you, change your password straight away.",
  ])
}

export function factorChangedMail(
  config: Config,
  told: { username: string; what: string; when: string },
): MailText {
  return letter(config, 'Your two-factor sign-in was changed', [
    `${told.what} for ${told.username} on ${told.when}. Every other session has been signed out.`,
    "If this wasn't you, change your password straight away and tell your organisation's admin:",
    addressOf(config, '/app/password/change'),
  ])
}

export function resetAskedMail(
  config: Config,
  told: { username: string; by: string; reason: string },
): MailText {
  return letter(config, 'Your two-factor sign-in is to be reset', [
    `${told.by}, a platform admin, asks to switch off the second factor of ${told.username}.`,
    `The reason given: ${told.reason}`,
    "Another platform admin decides. If you didn't ask for this, please tell them now.",
  ])
}

export function resetToDecideMail(
  config: Config,
  told: { username: string; by: string; reason: string },
): MailText {
  return letter(config, 'A second factor is to be reset', [
    `${told.by} asks to switch off the second factor of ${told.username}: ${told.reason}`,
    'Make sure that it is really them who asks, then approve or refuse it here:',
    addressOf(config, '/app/users/admin'),
  ])
}

export function factorResetMail(
  config: Config,
  told: { username: string; by: string; and: string },
): MailText {
  return letter(config, 'Your two-factor sign-in was reset', [
    `The second factor of ${told.username} was switched off by ${told.by} and ${told.and}.`,
    'You are signed out everywhere. Sign in with your password and set it up again.',
    "If you didn't ask for this, change your password straight away and tell them.",
  ])
}

export function impersonationMail(
  config: Config,
  told: { username: string; by: string; when: string; reason: string },
): MailText {
  return letter(config, 'Somebody is helping in your account', [
    `${told.by}, a platform admin, began working as ${told.username} on ${told.when}, for 30 minutes at most.`,
    `The reason given: ${told.reason}`,
    'Everything done meanwhile is recorded with both names. If you have questions about it, please reply to your provider.',
  ])
}

export function newAddressMail(config: Config, token: string): MailText {
  return letter(config, 'Confirm your new email address', [
    `Somebody, hopefully you, wants to use this address for their account with ${config.appTitle}.`,
    'Please open this link to confirm it. It works once, for the next 24 hours:',
    link(config, '/app/register/token', token),
    "If you didn't ask for this, you can ignore this email and nothing will happen.",
  ])
}

export function emailChangeAskedMail(config: Config, username: string, to: string): MailText {
  return letter(config, 'Your email address is to be changed', [
    `Somebody, hopefully you, wants to change the email address of ${username} to ${to}.`,
    'Until it is confirmed there, this address stays yours.',
    "If this wasn't you, change your password straight away:",
    addressOf(config, '/app/password/change'),
  ])
}

export function emailChangedMail(config: Config, username: string, to: string): MailText {
  return letter(config, 'Your email address was changed', [
    `The email address of ${username} is now ${to}.`,
    "If this wasn't you, tell your organisation's admin straight away.",
  ])
}

export function settingMail(
  config: Config,
  told: { by: string; names: readonly string[] },
): MailText {
  return letter(config, 'A setting that guards money was changed', [
    `${told.by} changed ${told.names.join(' and ')}. Such settings decide how much leaves by one person alone, how bank accounts are changed, and what every paper says.`,
    'If you did not expect this, talk to them today and set it back.',
  ])
}

export function templateMail(
  config: Config,
  told: { by: string; names: readonly string[] },
): MailText {
  return letter(config, 'What your mails say was changed', [
    `${told.by} changed the words of ${told.names.join(' and ')}. Customers read them from the next message on.`,
    'If you did not expect this, talk to them today. Every earlier version is kept, and can be taken back:',
    addressOf(config, '/app/messagetemplates'),
  ])
}

export function factorDroppedMail(
  config: Config,
  told: { by: string; organisation_name: string },
): MailText {
  return letter(config, 'Two-factor sign-in is not asked for any more', [
    `${told.by} switched off that everybody in ${told.organisation_name} signs in with a second factor.`,
    'Whoever learns a password of one of you can now sign in with it. If you did not expect this, talk to them today and set it back.',
  ])
}

export function keyEndsMail(
  config: Config,
  told: { username: string; name: string; organisation_name: string; last_day: string },
): MailText {
  return letter(config, 'One of your API keys ends soon', [
    `The key "${told.name}" of ${told.username} in ${told.organisation_name} works until the end of ${told.last_day}.`,
    'Programs that use it are refused after that. You can make a new one in your profile:',
    addressOf(config, '/app/profile/edit'),
  ])
}

/** The one frame of every mail about signing in. */
export function letter(config: Config, subject: string, paragraphs: string[]): MailText {
  const signed = [...paragraphs, `Ngā mihi,\n${config.appTitle}`]
  return { subject: `${config.appTitle}: ${subject}`, text: `${signed.join('\n\n')}\n` }
}
