import { InformationPage } from './information.tsx'

export function Screen() {
  return (
    <InformationPage
      title="Privacy"
      lead="What is kept, who sees it, and for how long"
      chapters={[
        {
          heading: 'Whose information it is',
          text: 'The broker holds information about its customers under the Privacy Act 2020 and decides what it is used for. This application stores it on the broker’s behalf.',
        },
        {
          heading: 'Who sees it',
          text: 'Only people of the same organisation, by their role. Bank account numbers and birth dates are hidden until somebody with the permission asks for one; each time leaves a trace.',
        },
        {
          heading: 'What we keep about you',
          text: 'Your profile, when you signed in, and what you changed. Passwords are kept only as a one-way hash.',
        },
        {
          heading: 'Your rights',
          text: 'You may ask to see what is held about you and to have it corrected. Ask the broker; the Privacy Commissioner can help if that does not work out.',
        },
      ]}
    />
  )
}
