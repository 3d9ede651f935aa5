/** Where whoever has to sign in first is sent; the login leads back to `href` (3-decisions, "Session"). */
export const loginAddress = (href: string): string => `/login?${new URLSearchParams({ next: href })}`;
