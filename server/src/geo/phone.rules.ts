import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * A phone number as it is kept, E.164: '0803 123 4567' in Nigeria is '+2348031234567'.
 * @param text as it is dialled within the country, or with + and any country's number
 * @param country code of two capitals: whose numbers may go without their calling code; undefined: none may
 * @returns undefined for what no phone has
 */
export const phoneNumber = (text: string, country: string | undefined): string | undefined => {
  const known = country !== undefined && isSupportedCountry(country) ? { defaultCountry: country } : {};
  // The whole text is the number: none is looked for within a sentence, and an extension would be lost.
  const number = parsePhoneNumberFromString(text, { extract: false, ...known });
  return number?.isValid() && !number.ext ? number.number : undefined;
};
