import { entity, type Row } from '#domain/kit/entity.ts'
import { choice, email, flag, phone, text, timestamp, timeZone, url } from '#domain/kit/field.ts'

// A user belongs to the platform and works in organisations through memberships. What proves who
// they are (password, second factor, API key) is kept beside these fields and never answered.
export const user = entity({
  name: 'user',
  plural: 'users',
  title: 'username',
  scope: 'platform',
  access: { read: 'padmin', write: 'padmin', remove: 'padmin' },
  fields: {
    username: text(60).required().atLeast(3, 'usernameTooShort').unique('usernameConflict'),
    email: email().required().unique('emailConflict'),
    firstname: text(100).label('First name'),
    middlename: text(100).label('Middle name'),
    lastname: text(100).label('Last name'),
    phone_mobile: phone().label('Mobile'),
    phone_work: phone().label('Work phone'),
    phone_home: phone().label('Home phone'),
    language: choice('en-NZ')
      .initially('en-NZ')
      .hint('New Zealand English is the one language of the screens.'),
    locale: choice('en-NZ')
      .label('Formats')
      .initially('en-NZ')
      .hint('Dates, times and amounts are written as in New Zealand.'),
    timezone: timeZone()
      .label('Time zone')
      .initially('Pacific/Auckland')
      .hint('For times on screens. Days, deadlines, letters and files stay Auckland’s.'),
    newsletter: flag()
      .label('Receives the newsletter')
      .hint('Kept as a wish and listed with the users; the program sends no newsletter itself.'),
    terms_agreed: flag().label('Agreed to the terms'),
    demo: flag().label('Demonstration user'),
    base_url: url().label('Address of their backend'),
    notification_mode: choice('individual', 'combined', 'none')
      .label('Notifications')
      .initially('individual'),
    notification_channel: choice('sms', 'email', 'none').label('Sent by').initially('email'),
    notification_copy: flag().label('Email me a copy'),
    is_disabled: flag().label('Disabled'),
    confirmed_at: timestamp().readonly().label('Confirmed'),
    last_signed_in_at: timestamp().readonly().label('Last signed in'),
    has_totp: flag().readonly().label('Two-factor sign-in'),
  },
  list: [
    'username',
    'firstname',
    'lastname',
    'email',
    'is_disabled',
    'has_totp',
    'last_signed_in_at',
  ],
  form: {
    Identity: ['username', 'email', 'firstname', 'middlename', 'lastname'],
    Phones: ['phone_mobile', 'phone_work', 'phone_home'],
    Settings: ['language', 'locale', 'timezone', 'newsletter', 'terms_agreed', 'demo', 'base_url'],
    Notifications: ['notification_mode', 'notification_channel', 'notification_copy'],
    Access: ['is_disabled', 'confirmed_at', 'last_signed_in_at', 'has_totp'],
  },
  search: ['username', 'email', 'firstname', 'lastname'],
  order: 'username',
})

export type User = Row<typeof user>

/** Specification §3: what a person may change in their own profile. */
export const profileFields = [
  'email',
  'firstname',
  'middlename',
  'lastname',
  'phone_mobile',
  'phone_work',
  'phone_home',
  'language',
  'locale',
  'timezone',
  'newsletter',
  'notification_mode',
  'notification_channel',
  'notification_copy',
] as const
