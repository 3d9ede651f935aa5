import type { Address } from '@sokuwa/contract/addresses/addresses.schemas.ts';

/** An address as on a parcel: name and lines. */
export function AddressText({ address }: { address: Address }) {
  const { address_line1, address_line2, address_line3, city, postal_code, region, country, phone_number } = address;
  const lines = [
    address_line1,
    address_line2,
    address_line3,
    `${city}, ${postal_code}`,
    region === city ? '' : region,
    country,
  ];
  return (
    <span className="wrap-anywhere block">
      <span className="block font-semibold text-heading">
        {address.first_name} {address.last_name}
      </span>
      {lines.filter(Boolean).map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
      <span className="block text-secondary">{phone_number}</span>
    </span>
  );
}
