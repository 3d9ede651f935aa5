import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * Normalizes a phone number to E.164: '0803 123 4567' in Nigeria is '+2348031234567'.
 * @param text a national number of `country`, or an international one with +
 * @param country ISO 3166 code; undefined accepts international numbers only
 * @returns undefined for an invalid number
 */
export const parsePhoneNumber = (text: string, country: string | undefined): string | undefined => {
  const countryOptions = country !== undefined && isSupportedCountry(country) ? { defaultCountry: country } : {};
  // The whole text must be a number. Extensions are refused, because E.164 would lose them.
  const number = parsePhoneNumberFromString(text, { extract: false, ...countryOptions });
  return number?.isValid() && !number.ext ? number.number : undefined;
};
